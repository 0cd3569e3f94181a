/** Decodes Punycode host labels (RFC 3492); browsers have no function for it. */

/** The host with its `xn--` parts as letters; a part that cannot be read stays as it is. */
export function readableHost(host: string): string {
  return host
    .split('.')
    .map((label) =>
      /^xn--/i.test(label) && label.length <= maxLabel
        ? (decode(label.slice(4).toLowerCase()) ?? label)
        : label,
    )
    .join('.')
}

/** Characters of a label (RFC 1035). */
const maxLabel = 63
const digits = 'abcdefghijklmnopqrstuvwxyz0123456789'
const base = digits.length

/** Null if the text is no Punycode. */
function decode(text: string): string | null {
  if (text === '') return null
  const basic = text.lastIndexOf('-')
  const letters = [...text.slice(0, Math.max(0, basic))]
  let code = 128
  let bias = 72
  let place = 0
  for (let index = basic + 1; index < text.length; ) {
    const before = place
    let weight = 1
    for (let step = base; ; step += base) {
      const digit = digits.indexOf(text[index] ?? ' ')
      index += 1
      if (digit < 0) return null
      place += digit * weight
      const least = Math.min(26, Math.max(1, step - bias))
      if (digit < least) break
      weight *= base - least
    }
    const length = letters.length + 1
    bias = adapted(place - before, length, before === 0)
    code += Math.floor(place / length)
    place %= length
    if (code > 0x10ffff) return null
    letters.splice(place, 0, String.fromCodePoint(code))
    place += 1
  }
  return letters.join('')
}

function adapted(distance: number, length: number, isFirst: boolean): number {
  let left = Math.floor(distance / (isFirst ? 700 : 2))
  left += Math.floor(left / length)
  let bias = 0
  for (; left > 455; bias += base) left = Math.floor(left / (base - 1))
  return bias + Math.floor((base * left) / (left + 38))
}
