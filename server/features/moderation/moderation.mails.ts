import {
  type MailBlock,
  type MailDraft,
  type MailListing,
  signedInPath,
} from '#server/core/mail/mail-body.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'
import { decisionsPath, type RuleId, rulePath, rulesPath, ruleTitle } from '#shared/rules.ts'

/** The mail to an owner about an administrator's action. */
export interface ModerationNotice {
  to: string
  name: string
  reason: string | null
  /** The rule that the action is based on. */
  rule: RuleId | null
}

type ListingNotice = ModerationNotice & { listing: MailListing }

/** A notice of an act that the reader may appeal: its id in the history. */
type Appealable<T> = T & { actId: number }

const why = ({ reason, rule }: Pick<ModerationNotice, 'reason' | 'rule'>): MailBlock[] => [
  ...(reason ? [`The reason: ${reason}`] : []),
  ...(rule ? [{ text: 'The rule:', words: ruleTitle(rule), href: rulePath(rule) }] : []),
]
const howToAppeal =
  'You think that this is a mistake? You can appeal once, in your own words. A person looks at it again, and we tell you the outcome and why.'
const appealOf = (actId: number): MailBlock[] => [howToAppeal, { appeal: actId }]
const objection = `You think that this is a mistake? Write to us from the page “Contact” on ${PRODUCT_NAME}.`
const contact = { button: 'Write to us', href: '/contact' }
const aboutListing = `You get this mail because it is about your listing on ${PRODUCT_NAME}.`
const aboutAccount = `You get this mail because it is about your account on ${PRODUCT_NAME} as a whole.`

const toListing = ({ path }: MailListing): MailBlock[] =>
  path ? [{ button: 'See your listing', href: path }] : []

const recipientOf = ({ to, name }: ModerationNotice) => ({ to, name })

interface Texts {
  subject: string
  /** Absent: the subject. */
  heading?: string
  first: string
  /** After the reason. */
  rest: MailBlock[]
}

/**
 * A mail about a listing, with its card; with the appeal if the notice has an act. Its links lead through the login: a hidden listing is its
 * owner's alone. The title ends the subject: a phone shows some 40 characters of it.
 */
function listingMail(
  notice: ListingNotice & { actId?: number },
  { heading, first, rest }: Omit<Texts, 'subject'> & { heading: string },
): MailDraft {
  const { actId } = notice
  const { path, title } = notice.listing
  const listing = { ...notice.listing, path: path && signedInPath(path) }
  const appeal = actId === undefined ? [] : appealOf(actId)
  return {
    ...recipientOf(notice),
    subject: `${heading}: “${title}”`,
    heading,
    body: [first, ...why(notice), { listing }, ...rest, ...toListing(listing), ...appeal],
    reason: aboutListing,
  }
}

export const listingHiddenMail = (notice: Appealable<ListingNotice>): MailDraft =>
  listingMail(notice, {
    heading: 'Your listing was hidden',
    first: `Our moderators hid your listing “${notice.listing.title}”: for now only you can see it.`,
    rest: ['You can still edit it. It comes back when they show it again.'],
  })

export const heldListingRejectedMail = (notice: Appealable<ListingNotice>): MailDraft =>
  listingMail(notice, {
    heading: 'Your listing stays hidden',
    first: `Our moderators looked at your listing “${notice.listing.title}”, and do not show it: only you can see it.`,
    rest: ['You can edit or delete it. Only they can show it.'],
  })

/** To the seller of a phone that turns out to be reported stolen. */
export const listingWaitsMail = (notice: ListingNotice): MailDraft =>
  listingMail(notice, {
    heading: 'Your listing waits for review',
    first: `Your listing “${notice.listing.title}” is hidden for now. The owner of a phone with its IMEI reported it stolen, and our moderators saw the proof. They look at your listing next.`,
    rest: ['Keep your receipt ready. You get the decision by mail.'],
  })

export const photoConfirmedMail = (notice: Appealable<ListingNotice>): MailDraft =>
  listingMail(notice, {
    heading: 'A photo also appears in another listing',
    first: `Our moderators compared a photo of your listing “${notice.listing.title}” with one in another seller's listing: it is the same picture. Your listing's page shows that to buyers.`,
    rest: ['Replace it with a photo that you took yourself, and the note goes away.'],
  })

/** The notice may carry the act of its decision, which nobody appeals. */
function goodNewsMail(
  { to, name, reason, rule, listing }: ListingNotice,
  news: string,
  first: string,
): MailDraft {
  const notice = { to, name, reason, rule, listing }
  return listingMail(notice, { heading: `Your listing ${news}`, first, rest: [] })
}

export const listingShownMail = (notice: ListingNotice): MailDraft =>
  goodNewsMail(
    notice,
    'is shown again',
    `Our moderators made your listing “${notice.listing.title}” active: everyone can see it again.`,
  )

export const soldListingShownMail = (notice: ListingNotice): MailDraft =>
  goodNewsMail(
    notice,
    'is shown again',
    `Everyone can see your listing “${notice.listing.title}” again, as sold.`,
  )

/** For a held listing that its owner or its end had hidden before. */
export const listingClearedMail = (notice: ListingNotice): MailDraft =>
  goodNewsMail(
    notice,
    'waits no longer',
    `Our moderators looked at your listing “${notice.listing.title}”, and found nothing wrong. It is hidden as it was before. You can show it again under My Listings.`,
  )

function accountMail(
  notice: ModerationNotice,
  { subject, heading = subject, first, rest }: Texts,
): MailDraft {
  const body = [first, ...why(notice), ...rest]
  return { ...recipientOf(notice), subject, heading, body, reason: aboutAccount }
}

/** To a sender whose messages to new people wait from now on, by a rule. */
export const senderWaitsMail = (notice: Appealable<ModerationNotice>): MailDraft =>
  accountMail(notice, {
    subject: 'Your messages to new people wait',
    first:
      'Several people were warned about what you wrote, because it looks like an attempt to cheat. Until our moderators have looked at your messages, messages to people you have not written to before wait. Conversations that you have go on.',
    rest: ['We write to you when they have looked.', ...appealOf(notice.actId)],
  })

export const senderReleasedMail = (notice: ModerationNotice): MailDraft =>
  accountMail(notice, {
    subject: 'Your messages wait no longer',
    first:
      'Our moderators looked at your messages and found nothing wrong. Those that waited are delivered, and you can write to new people again.',
    rest: ['Thank you for waiting.', { button: 'See your messages', href: '/chat' }],
  })

export const senderRejectedMail = (notice: Appealable<ModerationNotice>): MailDraft =>
  accountMail(notice, {
    subject: 'About your messages',
    heading: 'Your messages break our rules',
    first:
      'Several people were warned about messages of yours that look like an attempt to cheat. Our moderators looked at them and agree. Messages that waited are not delivered.',
    rest: ['If it goes on, we close the account.', ...appealOf(notice.actId)],
  })

/** To the reviewed user, when moderators deleted reviews of them. */
export const reviewsOfYouRemovedMail = (notice: ModerationNotice): MailDraft =>
  accountMail(notice, {
    subject: 'Reviews of you were deleted',
    first:
      'Many reviews of you came in a short time from new accounts, or from accounts that review each other. Our moderators looked at them and deleted them: they say nothing about a trade.',
    rest: [objection, contact],
  })

export const bannedMail = (notice: Appealable<ModerationNotice & { username: string }>): MailDraft =>
  accountMail(notice, {
    subject: `Your ${PRODUCT_NAME} account was banned`,
    heading: 'Your account was banned',
    first: `Our moderators banned the account @${notice.username}: it can no longer log in, and its listings are not shown.`,
    rest: appealOf(notice.actId),
  })

export const unbannedMail = (
  notice: ModerationNotice & { username: string; isLeaving: boolean },
): MailDraft =>
  accountMail(notice, {
    subject: `Your ${PRODUCT_NAME} account is open again`,
    heading: 'Your account is open again',
    first: notice.isLeaving
      ? `The account @${notice.username} can log in again. It is still to be deleted, as you asked: to have its listings back, log in and choose “Keep my account”.`
      : `The account @${notice.username} can log in again, and its listings are back.`,
    rest: [{ button: 'Log in', href: '/login' }],
  })

export function heldMessageRejectedMail(notice: Appealable<ModerationNotice & { body: string }>): MailDraft {
  return {
    ...recipientOf(notice),
    subject: 'A message of yours was not delivered',
    heading: 'A message was not delivered',
    body: [
      'Our moderators looked at a message of yours, and do not deliver it:',
      { quote: notice.body },
      ...why(notice),
      ...appealOf(notice.actId),
    ],
    reason: `You get this mail because you sent that message on ${PRODUCT_NAME}.`,
  }
}

/** To the author of a review or answer that moderators deleted. */
export function reviewRemovedMail(
  notice: ModerationNotice & { what: 'REVIEW' | 'ANSWER'; about: string; text: string | null },
): MailDraft {
  const { what, about, text } = notice
  const isReview = what === 'REVIEW'
  return {
    ...recipientOf(notice),
    subject: isReview ? `Your review of ${about} was deleted` : `Your answer to ${about} was deleted`,
    heading: isReview ? 'Your review was deleted' : 'Your answer was deleted',
    body: [
      isReview
        ? `Our moderators looked at your review of ${about} and deleted it.`
        : `Our moderators looked at your answer to the review by ${about} and deleted it.`,
      ...(text ? [{ quote: text }] : []),
      ...why(notice),
      objection,
      contact,
    ],
    reason: `You get this mail because you wrote it on ${PRODUCT_NAME}.`,
  }
}

/** To the owner of a phone who reported it stolen. */
export function theftDecidedMail(
  notice: ModerationNotice & { lastFour: string; decision: 'RELEASE' | 'REJECT' },
): MailDraft {
  const phone = `your phone (IMEI ending in ${notice.lastFour})`
  const confirmed = notice.decision === 'RELEASE'
  return accountMail(notice, {
    subject: confirmed ? 'Your stolen phone is on our list' : 'Your report of a stolen phone was declined',
    heading: confirmed ? 'Your stolen phone is on our list' : 'Your report was declined',
    first: confirmed
      ? `Our moderators saw your proof. A check of ${phone} here now shows that it is stolen, and listings of it go to our moderators.`
      : `Our moderators looked at your report of ${phone}, and could not confirm it.`,
    rest: [
      confirmed
        ? 'You have it back? Withdraw the report, so that nobody takes you for a thief.'
        : 'You can report it again with another proof: a receipt or the box with the IMEI, or a police report.',
      { button: 'See your report', href: '/stolen-phone' },
    ],
  })
}

/** One mail for all listings deleted together. */
export function listingsDeletedMail(
  notice: ModerationNotice & { listings: (MailListing & { actId: number })[] },
): MailDraft {
  const titles = notice.listings.map(({ title }) => title)
  const [only, ...others] = notice.listings
  const one = only !== undefined && others.length === 0
  return {
    ...recipientOf(notice),
    subject: one
      ? `Your listing was deleted: “${only.title}”`
      : `${titles.length} of your listings were deleted`,
    heading: one ? 'Your listing was deleted' : 'Your listings were deleted',
    body: [
      one
        ? `Our moderators deleted your listing “${only.title}”.`
        : 'Our moderators deleted these listings of yours:',
      // Its page no longer exists.
      one ? { listing: { ...only, path: null } } : { list: titles },
      ...why(notice),
      howToAppeal,
      one ? { appeal: only.actId } : { button: 'Choose what to appeal', href: decisionsPath },
    ],
    reason: aboutListing,
  }
}

interface SettledReport {
  to: string
  name: string
  userId: number
  /** The listing's title, or the user, or the author of the review or answer; null for one that is no longer there. */
  label: string | null
  targetType: 'LISTING' | 'USER' | 'REVIEW' | 'ANSWER'
  reason: string
  status: 'REVIEWED' | 'ACTIONED'
}

const reported: Record<SettledReport['targetType'], (label: string | null) => string> = {
  LISTING: (label) => `a listing${label === null ? '' : `, “${label}”`}`,
  USER: (label) => `a member${label === null ? '' : `, “${label}”`}`,
  REVIEW: (label) => `a review${label === null ? '' : ` by ${label}`}`,
  ANSWER: (label) => `an answer${label === null ? '' : ` by ${label}`} to a review`,
}

/** To the reporter. It names neither the moderator nor what was done: that is between us and the other person. */
export function reportSettledMail({ to, name, userId, label, ...report }: SettledReport): MailDraft {
  const acted = report.status === 'ACTIONED'
  return {
    to,
    name,
    subject: acted ? 'We acted on your report' : 'We looked at your report',
    heading: acted ? 'We acted on your report' : 'We looked at your report',
    body: [
      `Thank you for telling us about ${reported[report.targetType](label)}. You wrote:`,
      { quote: report.reason },
      acted
        ? 'Our moderators looked at it, found that it breaks our rules, and acted.'
        : 'Our moderators looked at it and found nothing that breaks our rules. They keep your report in mind: if more comes in, they look again.',
      'Do you want no more messages from somebody? Block them in the conversation.',
      { button: 'Read the rules', href: rulesPath },
    ],
    reason: { userId, kind: 'reports' },
  }
}
