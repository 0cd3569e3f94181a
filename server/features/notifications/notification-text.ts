import { renewalPath } from '#server/core/mail/signed-links.ts'
import { limits, PRODUCT_NAME } from '#shared/limits.ts'
import { formatNaira } from '#shared/money.ts'
import { decisionsPath, rulesPath } from '#shared/rules.ts'
import { savedSearchName, savedSearchPath } from '#shared/saved-search.ts'
import type { NotificationRow } from './notifications.db.ts'

export interface NotificationText {
  /**
   * What happened, in a line. Names and titles in it are people's own words. A listing's title ends it: a push shows some 40 characters.
   */
  title: string
  /** The rest, and what to do. */
  text: string
  /** Root-relative: where to do it. */
  href: string
}

/** What Oja says about a notification, on the page, by push and in digests. */
export function notificationText(row: NotificationRow): NotificationText {
  return texts[row.kind](row)
}

type Writer = (row: NotificationRow) => NotificationText

const who = ({ actorName }: NotificationRow) => actorName ?? 'Somebody'
const title = ({ listing }: NotificationRow) => (listing ? `“${listing.title}”` : 'a listing')
/** The end of a line about one's own listing; nothing once its words are deleted. */
const called = ({ listing }: NotificationRow) => (listing ? `: “${listing.title}”` : '')
const about = ({ listing }: NotificationRow) => (listing ? `About “${listing.title}”. ` : '')
/** The listing's title and price, as a sentence. */
const offer = (row: NotificationRow) => {
  const { listing } = row
  if (!listing) return ''
  return listing.price === null ? `${title(row)}. ` : `${title(row)}, ${formatNaira(listing.price)}. `
}
/** Empty where the newest one is gone. */
const newest = (row: NotificationRow) => (row.listing ? `The newest: ${offer(row)}` : '')
const listingPath = ({ listing, subjectId }: NotificationRow) => listing?.path ?? `/listings/${subjectId}`
const profile = (id: number | null) => `/users/${id}?tab=reviews`

const texts: Record<NotificationRow['kind'], Writer> = {
  MESSAGE: (row) => ({
    title: row.count === 1 ? `${who(row)} wrote to you` : `${row.count} new messages from ${who(row)}`,
    text: `${about(row)}Open the conversation to read and answer.`,
    href: `/chat?thread=${row.subjectId}`,
  }),
  DEAL: (row) => ({ ...deal(row), href: `/deals/${row.subjectId}` }),
  QUESTION: (row) => ({
    title: row.count === 1 ? `${who(row)} has a question` : `${row.count} new questions about ${title(row)}`,
    text: `${row.count === 1 ? about(row) : ''}Everyone who looks at the listing sees your answer.`,
    href: `${listingPath(row)}#questions`,
  }),
  ANSWER: (row) => ({
    title: `${who(row)} answered your question`,
    text: `${about(row)}Read the answer below the listing.`,
    href: `${listingPath(row)}#questions`,
  }),
  REVIEW: (row) => ({
    title: `${who(row)} reviewed you`,
    text: 'Read the review on your profile. You can answer it.',
    href: profile(row.userId),
  }),
  REVIEW_ANSWER: (row) => ({
    title: `${who(row)} answered your review`,
    text: 'Read the answer below your review.',
    href: profile(row.actorId),
  }),
  REVIEW_ASK: (row) => ({
    title: `How was it with ${who(row)}?`,
    text:
      row.detail === 'SALE'
        ? `They say that you bought ${title(row)}. If you did, a review helps the next person to decide.`
        : `You completed a deal${row.listing ? ` about ${title(row)}` : ''}. A review helps the next person to decide.`,
    href: `${profile(row.actorId)}#review`,
  }),
  REPORT: report,
  REVIEW_REPORT: report,
  MODERATION: (row) => moderation(row),
  SEARCH: (row) => ({
    title: `${row.count === 1 ? 'A new match' : `${row.count} new matches`} for “${searchName(row)}”`,
    text: row.count === 1 ? `${offer(row)}Look at it before it is gone.` : `${newest(row)}See them all.`,
    href: row.count > 1 && row.search ? savedSearchPath(row.search.filters) : listingPath(row),
  }),
  CHEAPER: (row) => ({
    title: `Cheaper: ${title(row)}`,
    text: `${prices(row)}You saved it. Ask the seller whether it is still there.`,
    href: listingPath(row),
  }),
  SOLD: (row) => ({
    title: `Sold: ${title(row)}`,
    text: 'You saved it. See similar ones below it.',
    href: listingPath(row),
  }),
  AVAILABLE: (row) => ({
    title: `For sale again: ${title(row)}`,
    text: `${row.listing?.price == null ? '' : `${formatNaira(row.listing.price)}. `}You saved it. Write to the seller before somebody else does.`,
    href: listingPath(row),
  }),
  FOLLOWED: (row) => ({
    title: row.count === 1 ? `${who(row)} sells something new` : `${who(row)} sells ${row.count} new things`,
    text: row.count === 1 ? `${offer(row)}You follow this seller.` : `${newest(row)}You follow this seller.`,
    href: row.count === 1 ? listingPath(row) : `/users/${row.subjectId}`,
  }),
  ENDS_SOON: (row) => ({
    title: `Ends soon: ${title(row)}`,
    text: `Is it still available? Renew it for ${limits.listingEnd.after} days, or say that it is sold.`,
    href: renewalPath(row.detail ?? ''),
  }),
  ENDED: (row) => ({
    title: `Ended: ${title(row)}`,
    text: 'Buyers do not see it any more. Renew it if it is still available.',
    href: renewalPath(row.detail ?? ''),
  }),
}

const searchName = ({ search }: NotificationRow) =>
  search ? (search.name ?? savedSearchName(search.filters, search.category)) : 'your search'

const prices = ({ priceBefore, priceAfter }: NotificationRow) =>
  priceBefore === null || priceAfter === null
    ? ''
    : `${formatNaira(priceAfter)} instead of ${formatNaira(priceBefore)}. `

function report(row: NotificationRow): NotificationText {
  return {
    title: row.detail === 'ACTIONED' ? 'We acted on your report' : 'We looked at your report',
    text:
      row.detail === 'ACTIONED'
        ? 'What you told us about broke our rules. Thank you.'
        : 'We found nothing that breaks our rules. If more comes in, we look again.',
    href: rulesPath,
  }
}

/** Details of DEAL. */
export type DealNews = 'PROPOSED' | 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN' | 'CALLED_OFF' | 'ENDED' | 'SOLD'

function deal(row: NotificationRow): Omit<NotificationText, 'href'> {
  const again = 'You can propose another deal in your conversation.'
  const news: Record<DealNews, Omit<NotificationText, 'href'>> = {
    PROPOSED: {
      title: `${who(row)} proposes a deal`,
      text: `${about(row)}Accept it, or propose otherwise. Nothing is agreed before.`,
    },
    ACCEPTED: {
      title: `${who(row)} accepted the deal`,
      text: `${about(row)}Open it when you meet: it says what to look at first.`,
    },
    DECLINED: { title: `${who(row)} declined the deal`, text: `${about(row)}${again}` },
    WITHDRAWN: { title: `${who(row)} took the proposal back`, text: `${about(row)}${again}` },
    CALLED_OFF: {
      title: `${who(row)} called off the deal`,
      text: `${about(row)}You no longer need to go to the meeting.`,
    },
    SOLD: {
      title: `${who(row)} marked it as sold`,
      text: `${about(row)}Your deal is still agreed. If you did not buy it already, ask before you go.`,
    },
    ENDED: {
      title: 'Your deal ended',
      text: `${about(row)}You no longer need to go to the meeting. If you are on your way, turn back.`,
    },
  }
  return news[(row.detail ?? 'ENDED') as DealNews]
}

/** Details of MODERATION. */
export type Decided = keyof typeof decisions

const appeal = 'If you think that this is a mistake, you can appeal once.'
const decisions = {
  LISTING_HIDDEN: [
    (row) => `Your listing was hidden${called(row)}`,
    `Only you can see it for now. ${appeal}`,
  ],
  LISTING_STAYS_HIDDEN: [
    (row) => `Your listing stays hidden${called(row)}`,
    `Edit it or delete it. ${appeal}`,
  ],
  LISTING_WAITS: [
    (row) => `Your listing waits for review${called(row)}`,
    'Its phone was reported stolen. Only you can see it until our moderators have decided. Keep your receipt ready.',
  ],
  LISTING_SHOWN: [
    (row) => `Your listing is shown again${called(row)}`,
    'Everyone can see it. You have to do nothing.',
  ],
  LISTING_CLEARED: [
    (row) => `Your listing waits no longer${called(row)}`,
    'We found nothing wrong. It is hidden as before. You can show it again.',
  ],
  LISTING_DELETED: [
    (row) => `Your listing was deleted${called(row)}`,
    `Our moderators deleted it. ${appeal}`,
  ],
  PHOTO_COPIED: [
    (row) => `A photo also appears elsewhere${called(row)}`,
    `Buyers read that. Replace it with a photo that you took yourself. ${appeal}`,
  ],
  MESSAGE_REFUSED: [() => 'A message of yours was not delivered', `It breaks our rules. ${appeal}`],
  MESSAGES_WAIT: [
    () => 'Your messages to new people wait',
    `Our moderators look at them first. Conversations that you have go on. ${appeal}`,
  ],
  MESSAGES_RELEASED: [
    () => 'Your messages wait no longer',
    'We found nothing wrong. They are delivered, and you can write to new people.',
  ],
  MESSAGES_REFUSED: [
    () => 'Your messages break our rules',
    `Those that waited are not delivered. If it goes on, we close the account. ${appeal}`,
  ],
  REVIEW_DELETED: [() => 'Your review was deleted', 'It breaks our rules. If we are wrong, write to us.'],
  ANSWER_DELETED: [() => 'Your answer was deleted', 'It breaks our rules. If we are wrong, write to us.'],
  REVIEWS_DELETED: [
    () => 'Reviews of you were deleted',
    'They say nothing about a trade. If we are wrong, write to us.',
  ],
  THEFT_CONFIRMED: [
    () => 'Your stolen phone is on our list',
    'A check of its number now says that it is stolen. Withdraw the report when you have it back.',
  ],
  THEFT_DECLINED: [
    () => 'Your report of a stolen phone was declined',
    'Report it again with another proof, such as the receipt or the box.',
  ],
  ACCOUNT_OPEN: [() => `Your ${PRODUCT_NAME} account is open again`, 'Your listings are back.'],
  APPEAL_SUCCEEDED: [() => 'Your appeal succeeded', 'We looked again, and were wrong. We are sorry.'],
  APPEAL_FAILED: [() => 'The decision stays after your appeal', 'We looked at it again. Read the reason.'],
} satisfies Record<string, readonly [(row: NotificationRow) => string, string]>

const elsewhere: { [D in Decided]?: string } = {
  LISTING_WAITS: '/my-listings',
  LISTING_CLEARED: '/my-listings',
  MESSAGES_RELEASED: '/chat',
  REVIEW_DELETED: '/contact',
  ANSWER_DELETED: '/contact',
  REVIEWS_DELETED: '/contact',
  THEFT_CONFIRMED: '/stolen-phone',
  THEFT_DECLINED: '/stolen-phone',
  ACCOUNT_OPEN: '/my-listings',
}

function moderation(row: NotificationRow): NotificationText {
  const decided = (row.detail ?? 'APPEAL_FAILED') as Decided
  const [write, text] = decisions[decided]
  const shown = decided === 'LISTING_SHOWN' ? row.listing?.path : null
  return { title: write(row), text, href: shown ?? elsewhere[decided] ?? decisionsPath }
}
