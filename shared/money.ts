/** Naira, with or without decimals, to integer kobo, rounded. */
export function nairaToKobo(amount: number): number {
  return Math.round(amount * 100)
}

/** Integer kobo to Naira. */
export function koboToNaira(kobo: number): number {
  return kobo / 100
}

/** Integer kobo as people read it: `₦185,000`, no decimals. */
export function formatNaira(kobo: number): string {
  return `₦${formatCount(koboToNaira(kobo))}`
}

/**
 * A number, rounded, with thousands separators: `1,204`. Without Intl, which is slower, and a page has thirty
 * of them.
 */
export function formatCount(count: number): string {
  return groupThousands(String(Math.round(count)))
}

/** Adds commas between thousands to digits with an optional minus. */
export function groupThousands(digits: string): string {
  const first = digits.startsWith('-') ? 1 : 0
  let end = digits.length
  let grouped = ''
  for (; end - first > 3; end -= 3) grouped = `,${digits.slice(end - 3, end)}${grouped}`
  return digits.slice(0, end) + grouped
}
