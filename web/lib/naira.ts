import { groupThousands, koboToNaira, nairaToKobo } from '#shared/money.ts'

const suffixes = { k: 1000, m: 1_000_000 }

/**
 * A price as people type or paste it, in Naira: '₦1,250,000', 'NGN 1 250 000.50', '1.250.000', '250k', '1.5m'. Undefined if it
 * is no number. One point is a decimal point; two and more separate thousands.
 */
export function parseNaira(text: string): number | undefined {
  const plain = text
    .toLowerCase()
    .replace(/naira|ngn|[₦\s,]/g, '')
    .replace(/^n(?=\d)/, '')
    .replace(/^\d{1,3}(\.\d{3}){2,}$/, (whole) => whole.replaceAll('.', ''))
  const match = /^(-?(?:\d+(?:\.\d*)?|\.\d+))([km])?$/.exec(plain)
  if (!match) return undefined
  const amount = Number(match[1]) * (match[2] ? suffixes[match[2] as keyof typeof suffixes] : 1)
  return Number.isFinite(amount) ? koboToNaira(nairaToKobo(amount)) : undefined
}

/** A price as the field shows it: '1,250,000' or '1,250,000.5'. */
export function groupNaira(amount: number | undefined): string {
  if (amount === undefined || !Number.isFinite(amount)) return ''
  return group(String(amount))
}

/** The input with separators if it is a plain number; other input is unchanged. */
export function groupWhileTyping(text: string): string {
  const plain = text.replace(/[₦\s,]/g, '')
  return /^\d+\.?\d{0,2}$/.test(plain) ? group(plain) : text
}

function group(digits: string): string {
  const [whole = '', ...rest] = digits.split('.')
  return [groupThousands(whole.replace(/^0+(?=\d)/, '')), ...rest].join('.')
}

/** Where the caret belongs after regrouping: behind as many digits (and points) as it was before. */
export function caretAfterGrouping(before: string, caret: number, after: string): number {
  let left = before.slice(0, caret).replace(/[^\d.]/g, '').length
  for (let at = 0; at < after.length; at += 1) {
    if (left === 0) return at
    if (/[\d.]/.test(after[at] ?? '')) left -= 1
  }
  return after.length
}
