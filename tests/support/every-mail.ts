import type { MailDraft, MailListing } from '#server/core/mail/mail-body.ts'
import { appealDecidedMail } from '#server/features/appeals/appeals.mails.ts'
import { passwordChangedMail, resetMail, verificationMail } from '#server/features/auth/auth.mails.ts'
import { factorChangedMail } from '#server/features/auth/second-factor.mails.ts'
import { unreadMail } from '#server/features/chat/chat.mails.ts'
import {
  acceptedMail,
  calledOffMail,
  endedMail,
  proposedMail,
  soldMail,
} from '#server/features/deals/deals.mails.ts'
import { endingMail } from '#server/features/listings/endings.mails.ts'
import {
  bannedMail,
  heldListingRejectedMail,
  heldMessageRejectedMail,
  listingHiddenMail,
  listingShownMail,
  listingsDeletedMail,
  listingWaitsMail,
  photoConfirmedMail,
  reportSettledMail,
  reviewRemovedMail,
  reviewsOfYouRemovedMail,
  senderRejectedMail,
  senderReleasedMail,
  senderWaitsMail,
  soldListingShownMail,
  theftDecidedMail,
  unbannedMail,
} from '#server/features/moderation/moderation.mails.ts'
import { digestMail } from '#server/features/notifications/digest.mails.ts'
import type { NotificationRow } from '#server/features/notifications/notifications.db.ts'
import { answeredMail, newQuestionMail } from '#server/features/questions/questions.mails.ts'
import { answeredReviewMail, newReviewMail, reviewAskedMail } from '#server/features/reviews/reviews.mails.ts'
import {
  accountDeletedMail,
  accountKeptMail,
  deletionAskedMail,
} from '#server/features/settings/deletion.mails.ts'
import { phoneLostMail } from '#server/features/settings/phone.mails.ts'
import type { Deal } from '#shared/contract/deals.ts'

/** People's texts in a mail: `text` stands for every name, title and text that is not Oja's own. */
export interface WrittenByPeople {
  name: string
  title: string
  text: string
}

const usual: WrittenByPeople = {
  name: 'Bola Ade',
  title: 'Standing fan, 18 inch, three speeds, almost new',
  text: 'Is it still there?\n\nI could come to Ikeja on Saturday. What is the last price?',
}

/** Every kind of mail, by name, to Ada. */
export function everyMail({ name: other, title, text }: WrittenByPeople = usual): Record<string, MailDraft> {
  const at = new Date('2026-03-05T13:05:00Z')
  const later = new Date('2099-01-01T00:00:00Z')
  const [to, name, username] = ['ada@example.com', 'Ada Obi', 'ada_obi']
  const owner = { email: to, fullName: name, username }
  const photo = {
    url: '/media/photos/00000000-0000-4000-8000-000000000000/960.webp',
    width: 1200,
    height: 900,
    placeholder: null,
  }
  const listing: MailListing = { title, price: 2_200_000, photo, path: '/listings/7' }
  const notice = { to, name, listing, reason: text, rule: 'fraud' as const, actId: 11 }
  const decided = {
    to,
    name,
    actId: 11,
    targetId: 7,
    label: title,
    stands: true,
    wasHidden: false,
    isInactive: false,
    answer: text,
  }
  const party = { userId: 1, to, name, otherName: other, listing }
  const deal: Deal = {
    id: 12,
    threadId: 9,
    listing: { id: 7, title, status: 'ACTIVE', deletedAt: null },
    seller: { id: 1, fullName: name },
    buyer: { id: 2, fullName: other },
    proposedBy: 2,
    price: 2_000_000,
    place: text,
    state: 'Lagos',
    lga: 'Ikeja',
    meetsAt: later.toISOString(),
    reserves: false,
    status: 'PROPOSED',
    triedAt: null,
    paidAt: null,
    endedBy: null,
    endReason: null,
    endedAt: null,
    version: 1,
    sharesMeeting: false,
    warning: null,
    youReviewed: false,
    mayReview: false,
  }
  const about = { to, name, userId: 1, questionId: 5, listing, question: text }
  const reviewer = { id: 2, fullName: other, avatarUrl: null }
  const written = { id: 3, stars: 5, comment: text, createdAt: at.toISOString(), reviewer }
  const review = { ...written, proof: 'BOUGHT' as const, answer: null, answeredAt: null }
  const told: NotificationRow = {
    ...{
      id: 1,
      userId: 1,
      kind: 'CHEAPER',
      subjectId: 7,
      search: null,
      detail: title,
      priceBefore: 2_500_000,
      priceAfter: 2_200_000,
    },
    ...{
      actorId: 2,
      actorName: other,
      actorPicture: null,
      listing,
      search: null,
      count: 1,
      happenedAt: at,
      readAt: null,
      micros: 0,
    },
  }
  const ending = {
    ...{ listingId: 7, endsAt: at, userId: 1, email: to, fullName: name, wantsMail: true, inMail: listing },
    href: '/renew?token=7-1790000000000-0123456789abcdefghijkl',
  }
  const removed = { to, name, reason: text, rule: 'spam' as const, about: other, text }
  return {
    registration: verificationMail({
      id: 1,
      email: to,
      username,
      registeredAt: at,
      code: '031337',
      expiresAt: later,
    }),
    reset: resetMail({
      to,
      name,
      username,
      code: '031337',
      link: '/forgot-password#email=ada%40example.com&token=0123456789abcdef',
      device: 'Chrome on Android',
      resetId: 4,
      expiresAt: later,
    }),
    passwordChanged: passwordChangedMail({ to, name, username, signedOut: 'every device' }),
    passkeyAdded: factorChangedMail('PASSKEY_ADDED', { to, name, username }),
    phoneLost: phoneLostMail(owner),
    deletionAsked: deletionAskedMail(owner, at),
    accountKept: accountKeptMail(owner),
    accountDeleted: accountDeletedMail(owner),
    unread: unreadMail({
      threadId: 9,
      recipientId: 1,
      to,
      name,
      count: 2,
      isWarned: true,
      otherName: other,
      listing,
    }),
    digest: digestMail({ id: 1, email: to, fullName: name }, [
      told,
      { ...told, kind: 'SOLD' },
      { ...told, kind: 'SEARCH', count: 3 },
      { ...told, kind: 'FOLLOWED' },
    ]),
    dealProposed: proposedMail(party, deal),
    dealAccepted: acceptedMail(party, deal),
    dealCalledOff: calledOffMail(party, { ...deal, endReason: text }),
    dealEnded: endedMail(party, { ...deal, endReason: 'The listing was deleted.' }),
    dealSold: soldMail(party, { ...deal, status: 'ACCEPTED' }),
    question: newQuestionMail({ ...about, askerName: other }),
    answered: answeredMail({ ...about, sellerName: other, answer: text }),
    review: newReviewMail({ to, name, userId: 1, review }),
    'review answered': answeredReviewMail({
      ...{ to, name, reviewerId: 1, review, answer: text },
      answerer: { id: 2, fullName: other },
    }),
    'review asked for': reviewAskedMail({ to, name, userId: 1, other: { id: 2, fullName: other }, title }),
    'ends soon': endingMail([ending, ending], 'ENDS_SOON'),
    ended: endingMail([ending], 'ENDED'),
    'review removed': reviewRemovedMail({ ...removed, what: 'REVIEW' }),
    'answer removed': reviewRemovedMail({ ...removed, what: 'ANSWER' }),
    'reviews of you removed': reviewsOfYouRemovedMail({ to, name, reason: text, rule: 'spam' }),
    hidden: listingHiddenMail(notice),
    staysHidden: heldListingRejectedMail(notice),
    waits: listingWaitsMail({ ...notice, reason: null, rule: null }),
    photoConfirmed: photoConfirmedMail(notice),
    shown: listingShownMail({ ...notice, listing: { ...listing, photo: null } }),
    soldShown: soldListingShownMail({ ...notice, listing: { ...listing, photo: null } }),
    messageRejected: heldMessageRejectedMail({ ...notice, body: text }),
    senderWaits: senderWaitsMail(notice),
    senderReleased: senderReleasedMail(notice),
    senderRejected: senderRejectedMail(notice),
    listingDeleted: listingsDeletedMail({ ...notice, listings: [{ ...listing, actId: 11 }] }),
    listingsDeleted: listingsDeletedMail({
      ...notice,
      reason: null,
      listings: [
        { ...listing, actId: 11 },
        { ...listing, actId: 12 },
      ],
    }),
    banned: bannedMail({ ...notice, username }),
    unbanned: unbannedMail({ to, name, username, isLeaving: false, reason: null, rule: null }),
    theftConfirmed: theftDecidedMail({ ...notice, lastFour: '3809', decision: 'RELEASE' }),
    theftDeclined: theftDecidedMail({ ...notice, lastFour: '3809', decision: 'REJECT' }),
    appealUpheld: appealDecidedMail({ ...decided, action: 'HIDE', about: 'LISTING', outcome: 'UPHELD' }),
    appealOverturned: appealDecidedMail({
      ...decided,
      action: 'BAN',
      about: 'ACCOUNT',
      label: `@${username}`,
      outcome: 'OVERTURNED',
    }),
    appealMessages: appealDecidedMail({
      ...decided,
      action: 'WAIT',
      about: 'MESSAGES',
      outcome: 'OVERTURNED',
    }),
    reviewReportKept: reportSettledMail({
      to,
      name,
      userId: 1,
      label: other,
      targetType: 'REVIEW',
      reason: text,
      status: 'REVIEWED',
    }),
    reportActioned: reportSettledMail({
      to,
      name,
      userId: 1,
      label: title,
      targetType: 'LISTING',
      reason: text,
      status: 'ACTIONED',
    }),
  }
}
