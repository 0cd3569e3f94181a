import type { PriceGuide } from '#shared/contract/prices.ts'
import { formatNaira } from '#shared/money.ts'
import { conditionLabels } from '#web/lib/labels.ts'

/** "₦240,000 to ₦310,000", or one price where all ask the same. */
export function rangeOf({ low, high }: PriceGuide): string {
  return low === high ? formatNaira(low) : `${formatNaira(low)} to ${formatNaira(high)}`
}

/** What the range was computed from: "23 similar listings, 4 of them sold: “iphone 13”, used, in Lagos". */
export function basisOf({ count, sold, basis: { words, condition, state } }: PriceGuide): string {
  const what = [
    `“${words.join(' ')}”`,
    ...(condition ? [conditionLabels[condition].toLowerCase()] : []),
    ...(state ? [`in ${state}`] : []),
  ]
  return `${count} similar listings${sold > 0 ? `, ${sold} of them sold` : ''}: ${what.join(', ')}`
}
