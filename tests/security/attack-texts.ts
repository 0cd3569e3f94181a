/** What is repeated to make a text that costs more than its length, by what it is meant for. */
const pumps: Record<string, string> = {
  'one letter': 'a',
  'names without an end': 'a.',
  'names with hyphens': 'a-',
  'names with an end': 'a.com ',
  'addresses that begin and do not go on': 'http://',
  'addresses in a row': 'https://a.com/(,',
  'e-mail addresses': 'a@a.',
  'digits that are no phone number': '0()',
  'numbers with commas': '1,1',
  'percent signs': '%25',
  spaces: ' ',
  'tabs and words': '\ta',
  'line breaks': '\n\r',
  quotes: '"\'',
  brackets: '<[({',
  'closing brackets': ')]}>',
  backslashes: '\\',
  slashes: '/',
  dots: '.',
  hyphens: '- -',
  commas: ', ;',
  'equals signs': '=&?',
  'parameters with values': 'a=b;q=0.1,',
  'form data': '--a\r\n',
  'letters that NFKC makes two of, with a word’s end between': '㎲',
  'one that NFKC makes 18 of': '\uFDFA',
  'squared words of katakana': '\u3316',
  'two marks in one': '\u0344',
  'letters with marks': 'a\u0301\u0316',
  'Hangul in parts': '\u1112\u1161\u11ab',
  'right to left': 'שלום.',
  'Arabic digits': '\u0661(',
  'characters that turn the order around': '\u202Ea\u202C',
  'a family': '👩\u200D👩\u200D👧\u200D👦',
  'skin tones': '👋🏿🏻',
  'half a flag': '🇳',
  'joiners alone': '\u200D\uFE0F',
  'half a character': '\uD83D',
  'the other half': '\uDE00',
  'letters that grow in upper and lower case': 'İŉß',
  NUL: '\0',
}

/** Texts of `length` characters that differ from what an expression looks for at their end alone, or nowhere. */
export function* attackTexts(length: number): Generator<[name: string, text: string]> {
  for (const [name, pump] of Object.entries(pumps)) {
    const text = pump.repeat(Math.ceil(length / pump.length)).slice(0, length)
    yield [name, text]
    yield [`${name}, and a sign`, `${text.slice(0, -1)}!`]
  }
  const half = Math.floor(length / 2)
  yield ['marks in the wrong order', '\u0301'.repeat(half) + '\u0316'.repeat(length - half)]
  yield ['a letter, then spaces, then a letter', `a${' '.repeat(length - 2)}a`]
  yield ['digits, then a letter', `${'0'.repeat(length - 1)}a`]
}

/** Near misses of one expression: its own words and signs again and again. */
export function* nearMisses(source: string, length: number): Generator<[name: string, text: string]> {
  const pieces = [...new Set(source.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu) ?? [])]
  for (const pump of [...pieces.slice(0, 12), pieces.join(''), source]) {
    if (pump === '') continue
    yield [
      `${JSON.stringify(pump)} repeated`,
      `${pump.repeat(Math.ceil(length / pump.length)).slice(0, length - 1)}\u0001`,
    ]
  }
}

/** Those that a header may hold: one byte a character, without line breaks. */
export function* headerTexts(length: number): Generator<[name: string, text: string]> {
  for (const [name, text] of attackTexts(length)) if (/^[\t\x20-\x7e]*$/.test(text)) yield [name, text]
}
