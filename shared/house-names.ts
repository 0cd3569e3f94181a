/**
 * Names by which somebody says that they are the house: its name with an office ("Oja Support"), or an office alone ("Admin"),
 * in whatever letters look like it. A name that only contains them is somebody's own: "Ojaide", "Grace Oja", "Adminu".
 */

const words = (list: string) => list.split(/\s+/)

const house = ['oja']
/** What one does for a house. Nobody's given name is among them. */
const offices = words(
  `account accounts agent assistance billing bot care ceo centre center chief client complaints crew customer customers desk
  director escrow founder headquarters help helpline hotline hq info management manager moderation office operations payment
  payments refund refunds representative safety security service services team verification`,
)
/** Those that claim the house also where its name is missing. */
const highOffices = words(
  `admin admins administrator administrators customercare customerservice customerservices customersupport deleteduser
  formermember helpcenter helpcentre helpdesk moderator moderators official staff support sysadmin system verified webmaster`,
)
/** What may stand between and says nothing. */
const fillers = words(
  'africa and app at by com customer for from global head market marketplace naija nigeria nigerian of online our real site the',
)

/** Letters that look like others (Unicode TR39, of the letters that the words above need), before small letters are made. */
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
/** What stands for letters within a word. */
const digits = new Map(
  Object.entries({ 0: 'o', 1: 'i', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g' }),
)
const signs = new Map(Object.entries({ '@': 'a', $: 's', '|': 'i', '!': 'i', '€': 'e', '+': 't' }))

/** Ⓐ in white on black, 🅰 in a square, 🇦 of a flag: Unicode does not decompose them. */
const pictured = [0x1f150, 0x1f170, 0x1f1e6]

function letterOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const from = pictured.find((first) => code >= first && code < first + 26)
  return from === undefined ? (lookalikes.get(character) ?? character) : String.fromCharCode(97 + code - from)
}

/** One letter for those that are hard to tell apart, and for one that is doubled. */
function fold(word: string): string {
  return word
    .replaceAll('l', 'i')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/(.)\1+/gu, '$1')
}

const flags = { house: 1, office: 2, high: 4 }
const lexicon = new Map<string, number>()
for (const [list, flag] of [
  [fillers, 0],
  [offices, flags.office],
  [highOffices, flags.office | flags.high],
  [house, flags.house],
] as const)
  for (const word of list) lexicon.set(fold(word), flag)
const longest = Math.max(...[...lexicon.keys()].map(({ length }) => length))

/** What the ways say together in which `text` is made of known words alone, one set of flags each; none where it is not. */
function readingsOf(text: string): Set<number> {
  const reached: Set<number>[] = [new Set([0])]
  for (let end = 1; end <= text.length; end += 1) {
    const here = new Set<number>()
    for (let start = Math.max(0, end - longest); start < end; start += 1) {
      const flag = lexicon.get(text.slice(start, end))
      if (flag !== undefined) for (const before of reached[start] ?? []) here.add(before | flag)
    }
    reached[end] = here
  }
  return reached[text.length] ?? new Set()
}

/** What words say that stand beside each other, also where a letter is doubled between them or one is spread out. */
function readingsOfAll(parts: string[]): number[] {
  const text = parts.join('')
  return [...readingsOf(text), ...readingsOf(fold(text))]
}

/** The words of a name as they look; digits and signs are letters, or part words. */
function wordsOf(name: string, withDigits: boolean): string[] {
  const plain = name.normalize('NFKD').replace(/[\p{M}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]/gu, '')
  const shown = [...plain].map(letterOf).join('').toLowerCase()
  const parts = withDigits ? shown.split(/[^\p{L}\p{N}@$|!€+]+/u) : shown.split(/[^\p{L}]+/u)
  return parts
    .filter((part) => /\p{L}/u.test(part))
    .map((part) => fold([...part].map((one) => digits.get(one) ?? signs.get(one) ?? one).join('')))
}

/** Words beside each other of which some claim is made, within a longer name. */
const nearby = 4

/** Whether whoever bears this name says that they are the house, in letters that are or look like those of its words. */
export function claimsHouse(name: string): boolean {
  return [true, false].some((withDigits) => {
    const parts = wordsOf(name, withDigits).slice(0, 100)
    const whole = readingsOfAll(parts)
    // Of digits that part words the rest may be somebody's own: oja1990.
    if (
      whole.some((said) => said & flags.high || (said & flags.house && (withDigits || said & flags.office)))
    )
      return true
    return parts.some((_, from) =>
      [1, 2, 3, nearby].some((count) =>
        readingsOfAll(parts.slice(from, from + count)).some(
          (said) => said & flags.house && said & flags.office,
        ),
      ),
    )
  })
}

/** A word as it looks, for comparing with words that are kept back. */
export function lookOf(word: string): string {
  return wordsOf(word, true).join('')
}
