import type { PriceChange, Trust } from '#shared/contract/trust.ts'
import { limits } from '#shared/limits.ts'
import { formatCount, formatNaira } from '#shared/money.ts'
import { fullDate, pluralise, timeAgoInline } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { formatRating } from '#web/ui/stars.tsx'

/** A fact of the panel: a label, a value with its date, and an explanation. */
export interface Fact {
  label: string
  value: string
  means: string
  attention?: boolean
  link?: { href: string; text: string }
}

const day = 86_400
const { shownFrom } = limits.trust.answers

const on = (moment: string | null) => (moment ? fullDate(moment) : '')

/** Facts about a person. `now` in milliseconds. */
export function personFacts(trust: Trust, now: number): Fact[] {
  return [
    memberSince(trust, now),
    trust.phoneVerifiedAt
      ? {
          label: 'Phone number',
          value: `Verified on ${on(trust.phoneVerifiedAt)}`,
          means: 'Oja sent a code to it, and it was entered. It does not prove who somebody is.',
        }
      : {
          label: 'Phone number',
          value: 'Not verified',
          means: 'Nobody has to verify a number. Talk on the phone before you travel far.',
        },
    trust.emailVerifiedAt
      ? {
          label: 'E-mail address',
          value: `Verified on ${on(trust.emailVerifiedAt)}`,
          means: 'Oja sent a code to it. Everybody has to do this, and an address costs nothing.',
        }
      : {
          label: 'E-mail address',
          value: 'Not verified',
          means: 'The code that Oja sent to it was not entered.',
        },
    answers(trust),
    deals(trust),
    reviews(trust),
    listings(trust),
    reports(trust),
  ]
}

function memberSince({ memberSince: since }: Trust, now: number): Fact {
  const label = 'Member since'
  const isNew = now - Date.parse(since) < 30 * day * 1000
  return isNew
    ? {
        label,
        value: `New here, since ${fullDate(since)}`,
        means: 'Everybody starts like this. Meet in public, and look before you pay.',
      }
    : {
        label,
        value: `${fullDate(since)}, ${timeAgoInline(since, now)}`,
        means: 'The longer, the more there is to read about them below. Age alone proves nothing.',
      }
}

function answers({ answers }: Trust): Fact {
  const label = 'Answers buyers'
  if (!answers)
    return {
      label,
      value: 'Not known yet',
      means: `Shown from ${shownFrom} conversations on, so that one slow day says nothing.`,
    }
  const { conversations, answered, medianSeconds } = answers
  const of = `the last ${pluralise(conversations, 'buyer')} who wrote`
  return medianSeconds === null
    ? {
        label,
        value: `${formatCount(answered)} of ${of}`,
        means: 'Fewer than half of them got an answer. Ask before you travel.',
      }
    : {
        label,
        value: `Usually within ${duration(medianSeconds)}`,
        means: `Half of ${of} had an answer by then.`,
      }
}

/** How soon they answer, in a few words; undefined where that is not known. */
export function answersWithin({ answers }: Trust): string | undefined {
  if (!answers || answers.medianSeconds === null) return undefined
  return `Answers within ${duration(answers.medianSeconds)}`
}

/** Rounded up to whole units: '5 minutes', '3 hours', '2 days'. */
function duration(seconds: number): string {
  if (seconds <= 3600) return pluralise(Math.max(1, Math.ceil(seconds / 60)), 'minute')
  if (seconds <= 2 * day) return pluralise(Math.ceil(seconds / 3600), 'hour')
  return pluralise(Math.ceil(seconds / day), 'day')
}

function deals({ completedDeals: { sold, bought, people, lastAt } }: Trust): Fact {
  const label = 'Completed deals'
  if (sold + bought === 0)
    return {
      label,
      value: 'None yet',
      means: 'A deal made on Oja counts once its seller says that the money arrived. Many trade without one.',
    }
  const kinds = [sold > 0 && `${formatCount(sold)} sold`, bought > 0 && `${formatCount(bought)} bought`]
  return {
    label,
    value: `${kinds.filter(Boolean).join(', ')}, with ${pluralise(people, 'person', 'people')}`,
    means: `The last on ${on(lastAt)}. In each, the seller said that the money had arrived.`,
  }
}

function reviews({ userId, reviews: { count, afterDeals, average, lastAt } }: Trust): Fact {
  const label = 'Reviews'
  if (count === 0)
    return { label, value: 'None yet', means: 'Any member may write one. Reviews after a deal say so.' }
  return {
    label,
    value: `${formatRating(average)} of 5, from ${pluralise(count, 'review')}`,
    means: `The last on ${on(lastAt)}. Any member may write one; ${
      afterDeals === 0 ? 'none is' : `${formatCount(afterDeals)} ${afterDeals === 1 ? 'is' : 'are'}`
    } of people who completed a deal with them.`,
    link: { href: `${paths.user(userId)}?tab=reviews`, text: 'Read the reviews' },
  }
}

function listings({ listings: { active, sold, lastAt } }: Trust): Fact {
  const label = 'Listings'
  if (active + sold === 0) return { label, value: 'None', means: 'They offer nothing at the moment.' }
  return {
    label,
    value: `${formatCount(active)} active, ${formatCount(sold)} marked as sold`,
    means: `The newest is of ${on(lastAt)}. Sellers mark things as sold themselves.`,
  }
}

function reports({ upheldReports: { count, lastAt } }: Trust): Fact {
  const label = 'Upheld reports'
  const within = `in the last ${limits.trust.upheldMonths} months`
  if (count === 0)
    return {
      label,
      value: `None ${within}`,
      means: 'Reports count only if a moderator found that they were right.',
    }
  return {
    label,
    value: `${formatCount(count)} ${within}`,
    means: `The last on ${on(lastAt)}. A moderator found that they, or a listing of theirs, broke a rule.`,
    attention: true,
    link: { href: '/rules', text: 'The rules' },
  }
}

/** Facts about one of the person's listings. `now` in milliseconds. */
export function listingFacts(listing: NonNullable<Trust['listing']>, now: number): Fact[] {
  return [
    {
      label: 'On Oja',
      value: `Since ${fullDate(listing.upSince)}, ${timeAgoInline(listing.upSince, now)}`,
      means:
        listing.status === 'SOLD'
          ? 'Its seller marked it as sold.'
          : 'Something new may go fast, but nobody should hurry you. If it has been here for long, ask why.',
    },
    priceHistory(listing),
    comparison(listing),
  ]
}

function priceHistory({ priceChanges, lastPriceChanges }: NonNullable<Trust['listing']>): Fact {
  const [last, ...earlier] = lastPriceChanges
  if (!last)
    return {
      label: 'Price',
      value: 'No change known',
      means: 'Oja keeps each change of a price and shows it here.',
    }
  const before = earlier.length > 0 ? ` Before that: ${earlier.map(changeOf).join('; ')}.` : ''
  return {
    label: 'Price',
    value: capitalize(changeOf(last)),
    means: `Changed ${priceChanges === 1 ? 'once' : pluralise(priceChanges, 'time')}.${before}`,
  }
}

function comparison({ price, priceGuide }: NonNullable<Trust['listing']>): Fact {
  const label = 'Compared with similar things'
  if (!priceGuide)
    return {
      label,
      value: 'Nothing to compare with',
      means: `Shown where at least ${limits.priceGuide.similar} listings are like this one.`,
    }
  const { count, low, high, farBelow } = priceGuide
  const means = `Most of ${pluralise(count, 'similar listing')} ask ${formatNaira(low)} to ${formatNaira(high)}.`
  if (farBelow)
    return {
      label,
      value: 'Far below what they cost here',
      means: `${means} Ask why it is so cheap, and pay nothing before you have seen it.`,
      attention: true,
    }
  const value = price < low ? 'Below' : price > high ? 'Above' : 'As'
  return { label, value: `${value} what they cost here`, means }
}

const changeOf = ({ from, to, at }: PriceChange) =>
  `${to < from ? 'lowered' : 'raised'} from ${formatNaira(from)} on ${fullDate(at)}`

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
