const naira = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 0 })

/** Whole or broken Naira to integer kobo, rounded. */
export function nairaToKobo(amount: number): number {
  return Math.round(amount * 100)
}

/** Integer kobo to Naira. */
export function koboToNaira(kobo: number): number {
  return kobo / 100
}

/** Integer kobo as people read it: `₦185,000`, no decimals. */
export function formatNaira(kobo: number): string {
  return `₦${naira.format(koboToNaira(kobo))}`
}

/** A count with thousands separators: `1,204`. */
export function formatCount(count: number): string {
  return naira.format(count)
}
