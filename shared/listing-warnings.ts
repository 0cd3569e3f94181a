import { limits } from './limits.ts'

export const listingWarnings = {
  titleTooShort: `Title is too short (minimum ${limits.title.min} characters).`,
  titleTooLong: `Title is too long (maximum ${limits.title.max} characters).`,
  phoneElsewhere:
    'It looks like you entered a phone model, but this category isn\'t "Phones & Tablets." Please check your title.',
  fewDetails: `Please write a few more details about your item (at least ${limits.description.min} characters).`,
  noLetters: 'Description should include actual text, not just emojis or special characters.',
  sameWords: 'Please provide more varied details about your item.',
} as const

/** Minimum length of a description that is checked. */
const descriptionStart = 10

/**
 * Advice on a title; none of it blocks the seller. Given from 6 typed characters on and once a category is
 * chosen. Spaces around the title count as typed but not as title, so a padded word is still too short.
 */
export function titleWarnings(title: string, categoryName: string | undefined): string[] {
  if (title.length < limits.title.min || !categoryName) return []
  const length = title.trim().length
  const warnings: string[] = []
  if (length < limits.title.min) warnings.push(listingWarnings.titleTooShort)
  if (length > limits.title.max) warnings.push(listingWarnings.titleTooLong)
  if (!sellsPhones(categoryName) && namesPhone(title)) warnings.push(listingWarnings.phoneElsewhere)
  return warnings
}

/** Advice on a description, from 10 characters on; none of it blocks the seller. */
export function descriptionWarnings(description: string): string[] {
  const text = description.trim()
  if (text.length < descriptionStart) return []
  const warnings: string[] = []
  if (text.length < limits.description.min) warnings.push(listingWarnings.fewDetails)
  if (!/\p{L}/u.test(text)) warnings.push(listingWarnings.noLetters)
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (new Set(words).size < words.length / 3) warnings.push(listingWarnings.sameWords)
  return warnings
}

function sellsPhones(categoryName: string): boolean {
  const name = categoryName.toLowerCase()
  return name.includes('phone') && name.includes('tablet')
}

/**
 * Whether a title is about a phone itself: a brand and model, a known model name, or a storage size and a
 * brand.
 */
function namesPhone(title: string): boolean {
  const text = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.%]+/gu, ' ')
    .trim()
  if (otherDeviceOrAccessory.test(text)) return false
  return brandAndModel.test(text) || modelName.test(text) || (storageSize.test(text) && phoneBrand.test(text))
}

/** One expression for whole words out of many alternatives. */
function anyOf(alternatives: string[], end = '\\b'): RegExp {
  return new RegExp(`\\b(?:${alternatives.join('|')})${end}`, 'u')
}

/** After a model's digits letters may follow (`40i`, `9a`), but no further digit and no decimal (the `2` of `2.5 litres`). */
const modelEnd = '(?![\\d])(?!\\.\\d)'

const brandAndModel = anyOf(
  [
    'iphone ?(?:\\d{1,2}|x[rs]?\\b|se\\b|air\\b)',
    '(?:samsung )?galaxy ?(?:[asmjfz] ?\\d{1,3}|note ?\\d{1,2}|z ?(?:flip|fold)|j\\d|grand|core|ace)',
    'samsung ?(?:[asmjf]\\d{1,3}|note ?\\d{1,2}|z ?(?:flip|fold))',
    'tecno (?:spark|camon|pova|phantom|pop|pouvoir|[a-z]{1,2} ?\\d{1,3})',
    'infinix (?:hot|note|smart|zero|gt|[sx] ?\\d{1,3})',
    'itel (?:vision|city|super|rs ?\\d|it ?\\d{3,4}|[apsvw] ?\\d{1,3}|\\d{4})',
    '(?:xiaomi )?redmi (?:note ?\\d{1,2}|[ak]? ?\\d{1,2})',
    'xiaomi (?:mi )?\\d{1,2}',
    '(?:xiaomi )?poco [cfmx] ?\\d{1,2}',
    'oppo (?:reno|find|[afk] ?\\d{1,3})',
    'vivo [stvxy] ?\\d{1,3}',
    'realme (?:narzo|gt|note|c? ?\\d{1,2})',
    'nokia (?:lumia|asha|[cegnx]? ?\\d{1,4})',
    '(?:google )?pixel ?(?:\\d{1,2}|xl|fold)',
    'huawei (?:mate|nova|[py] ?\\d{1,3})',
    'honor (?:magic|x ?\\d|\\d{2,3})',
    '(?:motorola|moto) (?:edge|razr|[eg] ?\\d{1,3})',
    'one ?plus (?:nord|\\d{1,2})',
    '(?:sony )?xperia',
    'black ?berry (?:bold|curve|passport|classic|priv|key ?\\d|[qz] ?\\d{1,2})',
    'gionee [afmps] ?\\d{1,2}',
    'umidigi (?:bison|power|[afg] ?\\d{1,2})',
    'villaon [vn] ?\\d{1,3}',
    'lg (?:velvet|stylo|[gkv] ?\\d{1,2})',
  ],
  modelEnd,
)

/** Model names used without their brand. */
const modelName = anyOf(
  [
    'spark (?:[4-9]|[1-4]0)(?: ?(?:[a-z]|pro|go))?',
    'camon \\d{1,2}',
    'pova \\d',
    'pouvoir \\d',
    'phantom (?:[vx] ?\\d?|\\d)',
    'hot \\d{1,2}[ist]',
    'hot \\d{1,2} (?:pro|play)',
    'z (?:flip|fold) ?\\d?',
    '1[1-9] ?pro ?max',
    'xs max',
    'redmi note',
    'galaxy [as]\\d{1,2}',
    'lumia \\d{3,4}',
  ],
  `(?![\\p{L}\\p{N}])(?!\\.\\d)`,
)

const storageSize = /\b(?:\d{1,4} ?gb|[12] ?tb)\b/u

const phoneBrand = anyOf([
  'iphone',
  'samsung',
  'galaxy',
  'tecno',
  'infinix',
  'itel',
  'redmi',
  'xiaomi',
  'poco',
  'oppo',
  'vivo',
  'realme',
  'nokia',
  'pixel',
  'huawei',
  'honor',
  'motorola',
  'one ?plus',
  'black ?berry',
  'gionee',
  'umidigi',
  'villaon',
])

/** Other devices and accessories: a title with one of these is not about a phone itself. */
const otherDeviceOrAccessory = anyOf(
  [
    '(?:smart )?tvs?',
    'televisions?',
    'laptops?',
    'notebooks?',
    'macbooks?',
    'chromebooks?',
    'megabooks?',
    'inbooks?',
    'computers?',
    'desktops?',
    'pcs?',
    'monitors?',
    'printers?',
    'projectors?',
    'tablets?',
    'tabs?',
    'ipads?',
    'pads?',
    '(?:smart ?)?watch(?:es)?',
    'speakers?',
    'sound ?bars?',
    'home theatres?',
    'head(?:phone|set)s?',
    'ear(?:phone|piece|bud|pod)s?',
    '(?:ear ?)?buds',
    'air ?pods?',
    'cameras?',
    'fridges?',
    'refrigerators?',
    'freezers?',
    'microwaves?',
    'washing machines?',
    'air conditioners?',
    'generators?',
    'consoles?',
    'play ?stations?',
    'ps ?[2345]',
    'xbox',
    'ssds?',
    'hard (?:drive|disk)s?',
    'flash (?:drive|disk)s?',
    '(?:memory|sd) cards?',
    'routers?',
    'modems?',
    'mi ?fi',
    'chargers?',
    'charging',
    'cases?',
    'covers?',
    'pouch(?:es)?',
    'cables?',
    'cords?',
    'adapt[eo]rs?',
    'protectors?',
    'tempered',
    '(?:screen )?guards?',
    'power ?banks?',
    'batter(?:y|ies)(?! ?(?:health|life|\\d))',
    'holders?',
    'stands?',
    'tripods?',
    'stylus',
    'straps?',
    'stickers?',
    'screens?',
    'lcds?',
    'motherboards?',
    'spare parts?',
    'remotes?',
    'accessor(?:y|ies)',
  ],
  '(?![\\p{L}\\p{N}])',
)
