/**
 * Recognises names that claim to be Oja itself: its name with a role ("Oja Support"), or a role alone
 * ("Admin"), in any look-alike letters. A name that merely contains them is allowed: "Ojaide", "Grace Oja",
 * "Adminu".
 */

const words = (list: string) => list.split(/\s+/)

const brand = ['oja']
/** Roles in an organisation. None of them is a given name. */
const roles = words(
  `account accounts agent assistance billing bot care ceo centre center chief client complaints crew customer customers desk
  director escrow founder headquarters help helpline hotline hq info management manager moderation office operations payment
  payments refund refunds representative safety security service services team verification`,
)
/** Roles that claim to be Oja even without its name. */
const officialRoles = words(
  `admin admins administrator administrators customercare customerservice customerservices customersupport deleteduser
  formermember helpcenter helpcentre helpdesk moderator moderators official staff support sysadmin system verified webmaster`,
)
/** Words that may stand between without a meaning of their own. */
const fillers = words(
  'africa and app at by com customer for from global head market marketplace naija nigeria nigerian of online our real site the',
)

/**
 * Look-alike letters (Unicode TR39, limited to the letters in the words above), applied before lower-casing.
 */
const lookalikes = new Map(
  Object.entries({
    a: 'аАαΑɑᴀꓮᎪ⍺∀ձ',
    b: 'ьЬвВβΒʙɓƀꓐᏴᗷ',
    c: 'сСϲϹᴄꓚᏟ¢©ƈ',
    d: 'ԁɗđĐᴅꓓᎠðÐƉ',
    e: 'еЕεΕєЄᴇꓰᎬɛƐəǝҽ℮ɘ€эЭ',
    f: 'ƒϝϜꜰꓝքғ',
    g: 'ɡɢԌԍꓖᏀցɠ',
    h: 'нНΗһҺʜꓧᎻհħɦ',
    i: 'іІιΙɩıɪӀӏꓲᎥᏆǀ∣ɭłŁʟꓡᏞƖɨլ׀ו١۱',
    j: 'јЈϳͿȷᴊꓙᎫʝɉյ',
    k: 'кКκΚᴋꓗᏦƙқ',
    m: 'мМΜᴍꓟᎷɱ',
    n: 'ոռηΝɴꓠŋɳɲпиИ',
    o: 'оОοΟօՕᴏꓳσⲟⲞøØөӨɵ߀০०໐๐○●◯⚪⭕°ㅇοоסهටⵔ',
    p: 'рРρΡᴘꓑᏢþƿƥ',
    r: 'ʀꓣᎡɾяЯгɼ',
    s: 'ѕЅꜱꓢᏚʂ§ƽ',
    t: 'тТτΤᴛꓔᎢŧŦ†ƭ',
    u: 'υսᴜꓴцʋµμꞟ',
    v: 'νѵѴᴠꓦᏙ',
    w: 'ѡωԝԜᴡꓪᎳшШ',
    x: 'хХχΧ×',
    y: 'уУγүҮΥʏꓬᎽყ',
    z: 'ᴢΖꓜᏃʐƶ',
  }).flatMap(([letter, alike]) => [...alike].map((one) => [one, letter] as const)),
)
/** Digits and signs that replace letters within a word. */
const digits = new Map(
  Object.entries({ 0: 'o', 1: 'i', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g' }),
)
const signs = new Map(Object.entries({ '@': 'a', $: 's', '|': 'i', '!': 'i', '€': 'e', '+': 't' }))

/** Ⓐ white on black, 🅰 in a square, 🇦 of a flag: Unicode does not decompose them. */
const pictured = [0x1f150, 0x1f170, 0x1f1e6]

/** The Latin letter, in capitals or small, that a character looks like; otherwise the character itself. */
export function letterOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const from = pictured.find((first) => code >= first && code < first + 26)
  return from === undefined ? (lookalikes.get(character) ?? character) : String.fromCharCode(97 + code - from)
}

/** Maps look-alike letters to one, and doubled letters to a single one. */
function fold(word: string): string {
  return word
    .replaceAll('l', 'i')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/(.)\1+/gu, '$1')
}

const flags = { brand: 1, role: 2, official: 4 }
const lexicon = new Map<string, number>()
for (const [list, flag] of [
  [fillers, 0],
  [roles, flags.role],
  [officialRoles, flags.role | flags.official],
  [brand, flags.brand],
] as const)
  for (const word of list) lexicon.set(fold(word), flag)
const maxWordLength = Math.max(...[...lexicon.keys()].map(({ length }) => length))

/** All combinations of flags with which `text` consists only of known words; empty if it does not. */
function claimsOf(text: string): Set<number> {
  const claims: Set<number>[] = [new Set([0])]
  for (let end = 1; end <= text.length; end += 1) {
    const here = new Set<number>()
    for (let start = Math.max(0, end - maxWordLength); start < end; start += 1) {
      const flag = lexicon.get(text.slice(start, end))
      if (flag !== undefined) for (const before of claims[start] ?? []) here.add(before | flag)
    }
    claims[end] = here
  }
  return claims[text.length] ?? new Set()
}

/** The flags of adjacent words, also if a letter is doubled between them or one word is spaced out. */
function claimsOfAdjacent(parts: string[]): number[] {
  const text = parts.join('')
  return [...claimsOf(text), ...claimsOf(fold(text))]
}

/** The words of a name by appearance; digits and signs either count as letters or separate words. */
function wordsOf(name: string, withDigits: boolean): string[] {
  const plain = name.normalize('NFKD').replace(/[\p{M}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]/gu, '')
  const shown = [...plain].map(letterOf).join('').toLowerCase()
  const parts = withDigits ? shown.split(/[^\p{L}\p{N}@$|!€+]+/u) : shown.split(/[^\p{L}]+/u)
  return parts
    .filter((part) => /\p{L}/u.test(part))
    .map((part) => fold([...part].map((one) => digits.get(one) ?? signs.get(one) ?? one).join('')))
}

/** The number of adjacent words that are checked within a longer name. */
const maxAdjacent = 4

/** Whether a name claims to be Oja itself, in its letters or look-alikes. */
export function claimsToBeOja(name: string): boolean {
  return [true, false].some((withDigits) => {
    const parts = wordsOf(name, withDigits).slice(0, 100)
    const whole = claimsOfAdjacent(parts)
    // With digits as separators, the rest may be a personal name: oja1990.
    if (
      whole.some(
        (claim) => claim & flags.official || (claim & flags.brand && (withDigits || claim & flags.role)),
      )
    )
      return true
    return parts.some((_, from) =>
      [1, 2, 3, maxAdjacent].some((count) =>
        claimsOfAdjacent(parts.slice(from, from + count)).some(
          (claim) => claim & flags.brand && claim & flags.role,
        ),
      ),
    )
  })
}

/**
 * Signs that could pass for a mark of verification: ticks, shields, stars, medals and every other pictogram. Letters in circles and squares,
 * which `claimsToBeOja` reads, are among them.
 */
const pictograms =
  /[\p{So}\p{Extended_Pictographic}\p{Regional_Indicator}\p{Co}√☐-☒\u{E0020}-\u{E007F}]|\p{Me}/u

export const hasPictogram = (name: string): boolean => pictograms.test(name)

/** A word by appearance, for comparison with reserved words. */
export function skeletonOf(word: string): string {
  return wordsOf(word, true).join('')
}
