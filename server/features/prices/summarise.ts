import type { PriceGuide } from '#shared/contract/prices.ts'
import { thresholds } from '#shared/thresholds.ts'
import type { PricedListing } from './prices.db.ts'

/** Prices above the median times this factor, or below the median divided by it, are dropped as errors. */
const junkFactor = 6
/** Kobo. Lower prices are placeholders of sellers who want to be asked. */
const minPrice = 10_000
/** If the 80th percentile exceeds the 20th by more than this factor, there is no verdict. */
const maxRangeRatio = 4
/**
 * After words of the title were dropped, a price below this share of the 20th percentile is more likely another kind of thing: a
 * bumper among listings of a "Toyota Corolla".
 */
const partShare = 0.15
const maxBars = 12

/** Usable prices in ascending order: at most a few per seller, without junk. */
export function usablePrices<T extends PricedListing>(asked: T[]): T[] {
  const ofSeller = new Map<number, number>()
  const counted = asked.filter(({ price, sellerId }) => {
    const before = ofSeller.get(sellerId) ?? 0
    if (isPlaceholder(price) || before >= thresholds.priceGuide.perSeller) return false
    ofSeller.set(sellerId, before + 1)
    return true
  })
  const median = quantile(counted.map(({ price }) => price).sort(byNumber), 0.5)
  return counted
    .filter(({ price }) => price <= median * junkFactor && price >= median / junkFactor)
    .sort((a, b) => a.price - b.price)
}

const byNumber = (a: number, b: number) => a - b

/** A placeholder that sellers type because the form requires a price: too low, ₦1,111,111, ₦123,456. */
function isPlaceholder(kobo: number): boolean {
  const digits = String(Math.round(kobo / 100))
  return kobo < minPrice || /^(1{4,}|123456?7?8?9?)$/.test(digits)
}

/**
 * The range, the plot and the verdict on `price` (kobo) from usable prices in ascending order. `isClose`: the similar listings have
 * all words of the title that name the thing.
 */
export function summarise(
  sorted: number[],
  price: number | undefined,
  isClose: boolean,
): Pick<PriceGuide, 'low' | 'median' | 'high' | 'plot' | 'farBelow' | 'zeroMissing'> {
  const [low, median, high] = [0.2, 0.5, 0.8].map((part) => roughly(quantile(sorted, part))) as [
    number,
    number,
    number,
  ]
  const agree = high <= low * maxRangeRatio
  const least = isClose ? 0 : low * partShare
  return {
    low,
    median,
    high,
    plot: plotOf(sorted),
    farBelow: agree && price !== undefined && price < low * thresholds.priceGuide.farBelow && price >= least,
    zeroMissing: agree && price !== undefined && price * 10 >= low * 0.7 && price * 10 <= high * 1.4,
  }
}

/** Interpolates linearly between the two nearest values. */
function quantile(sorted: number[], part: number): number {
  const position = (sorted.length - 1) * part
  const below = sorted[Math.floor(position)] ?? 0
  const above = sorted[Math.ceil(position)] ?? 0
  return below + (above - below) * (position % 1)
}

/** Kobo, rounded to whole Naira of three digits. */
function roughly(kobo: number): number {
  return Math.round(Number(Math.max(100, kobo).toPrecision(3)) / 100) * 100
}

function plotOf(sorted: number[]): PriceGuide['plot'] {
  const from = sorted[0] ?? 0
  const to = sorted.at(-1) ?? from
  const bars = from === to ? 1 : Math.min(maxBars, Math.ceil(Math.sqrt(sorted.length)) + 2)
  const counts = Array.from({ length: bars }, () => 0)
  for (const price of sorted) {
    const bar = Math.min(bars - 1, Math.floor(((price - from) / (to - from || 1)) * bars))
    counts[bar] = (counts[bar] ?? 0) + 1
  }
  return { from, to, counts }
}
