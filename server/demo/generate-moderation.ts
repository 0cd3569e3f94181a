import type { Slug } from './goods.ts'
import type { DemoAct, DemoListing, DemoReport } from './marketplace.ts'
import { everyone, sellers } from './people.ts'
import { at, type Random } from './random.ts'
import { earlier, later, MINUTES_A_DAY } from './time.ts'

/** Subject, reason, the reporter's words, and the age in days; closed ones also with their outcome. */
type Complaint = readonly [
  about: Slug | 'USER' | 'SAME',
  reason: string,
  details: string | null,
  days: number,
  end?: { status: 'REVIEWED' | 'ACTIONED'; note: string | null },
]

const reviewed = (note: string | null) => ({ status: 'REVIEWED', note }) as const
const actioned = (note: string) => ({ status: 'ACTIONED', note }) as const

/** About a listing of this category, a seller, or the SAME as the one before. */
const complaints: readonly Complaint[] = [
  ['USER', 'Did not deliver', 'He agreed to Saturday and did not come.', 41, reviewed('They met on Sunday.')],
  ['other', 'Wrong category', null, 37, actioned('Moved with the seller.')],
  ['books', 'Already sold', 'I called, it went last week.', 33, actioned('Marked as sold by the seller.')],
  ['USER', 'Spam', 'The same message under five of my things.', 29, actioned('Warned by e-mail.')],
  ['property', 'Wrong price', null, 25, reviewed(null)],
  ['furniture', 'Misleading photos or text', 'It has another colour.', 18, actioned('Pictures replaced.')],
  ['fashion', 'Counterfeit item', 'The label looks copied.', 12, reviewed('The seller sent the receipt.')],
  ['USER', 'Rude or threatening', 'Insulted me when I asked for the receipt.', 6],
  ['vehicles', 'Looks like a scam', 'Asks for a deposit before I may see it.', 4],
  ['SAME', 'Looks like a scam', 'Half the price of all the others.', 3],
  ['kids', 'Already sold', null, 2],
  ['phones-tablets', 'Misleading photos or text', 'The screen has a crack, the text says clean.', 1.2],
  ['services', 'Wrong price', 'He asked for twice as much when he came.', 0.4],
]

/** Reports by members, their outcomes, and the administrator's other actions on listings. */
export function generateModeration(
  random: Random,
  now: Date,
  joined: ReadonlyMap<string, Date>,
  listings: readonly DemoListing[],
): { reports: DemoReport[]; acts: DemoAct[] } {
  const reports: DemoReport[] = []
  const acts = [...listings.keys()].flatMap((index) => actsOn(random, at(listings, index), index, now))
  for (const [kind, reason, details, days, end] of complaints) {
    const createdAt = earlier(now, days * MINUTES_A_DAY + random.int(0, 200))
    const about =
      kind === 'SAME' ? at(reports, reports.length - 1).about : subject(random, listings, kind, createdAt)
    const owner = typeof about === 'number' ? at(listings, about).seller : about
    const before = reports.filter((report) => report.about === about).map(({ reporter }) => reporter)
    const members = everyone.filter(
      ({ username }) =>
        username !== owner && !before.includes(username) && (joined.get(username) ?? now) < createdAt,
    )
    const closedAt = later(createdAt, random.int(60, 30 * 60), now)
    if (end)
      acts.push({
        action: end.status === 'REVIEWED' ? 'REVIEW_REPORT' : 'ACTION_REPORT',
        target: { report: reports.length },
        reason: end.note,
        createdAt: closedAt,
      })
    reports.push({
      reporter: random.pick(members).username,
      about,
      reason,
      details,
      createdAt,
      closed: end ? { status: end.status, at: closedAt } : null,
    })
  }
  return { reports, acts: acts.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime()) }
}

/** A listing that existed then and still does, of this category if there is one; or a seller. */
function subject(
  random: Random,
  listings: readonly DemoListing[],
  kind: Slug | 'USER',
  moment: Date,
): DemoReport['about'] {
  if (kind === 'USER') return random.pick(sellers).username
  const standing = [...listings.keys()].filter((index) => {
    const { createdAt, status } = at(listings, index)
    return status === 'ACTIVE' && createdAt < moment
  })
  const fitting = standing.filter((index) => at(listings, index).category === kind)
  return random.pick(fitting.length > 0 ? fitting : standing)
}

/** The actions that made a listing featured or hidden. */
function actsOn(random: Random, listing: DemoListing, index: number, now: Date): DemoAct[] {
  const createdAt = later(listing.createdAt, random.int(2 * 60, 30 * 60), now)
  const act = { target: { listing: index }, createdAt }
  if (listing.moderationReason) return [{ ...act, action: 'HIDE', reason: listing.moderationReason }]
  return listing.featuredUntil ? [{ ...act, action: 'FEATURE', reason: null }] : []
}
