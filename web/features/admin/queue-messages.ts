import type {
  QueueDecision,
  QueueItem,
  QueueItemKind,
  QueueRule,
  Quota,
} from '#shared/contract/moderation-queue.ts'

export const kindNames: Record<QueueItemKind, string> = {
  LISTING: 'Listings',
  MESSAGE: 'Messages',
  SENDER: 'Senders',
  PHOTO: 'Photos',
  REVIEW: 'Reviews',
  PHONE: 'Phones',
  THEFT: 'Stolen phones',
}

export const decisionNames: Record<QueueDecision | 'OPEN', string> = {
  OPEN: 'Waiting',
  RELEASE: 'Released',
  REJECT: 'Rejected',
  WITHDRAWN: 'Withdrawn',
}
/**
 * Kinds whose decisions have other names: a photo match leaves the listing shown either way, a review is kept or deleted, a report of a
 * stolen phone is confirmed or declined.
 */
const otherDecisionNames: Partial<Record<QueueItemKind, typeof decisionNames>> = {
  PHOTO: { ...decisionNames, RELEASE: 'Dismissed', REJECT: 'Confirmed' },
  REVIEW: { ...decisionNames, RELEASE: 'Kept', REJECT: 'Deleted' },
  PHONE: { ...decisionNames, RELEASE: 'Dismissed', REJECT: 'Hidden' },
  THEFT: { ...decisionNames, RELEASE: 'Confirmed', REJECT: 'Declined' },
}
export const decisionName = ({ kind, decision }: Pick<QueueItem, 'kind' | 'decision'>) =>
  (otherDecisionNames[kind] ?? decisionNames)[decision ?? 'OPEN']

export const decisionLabels = (kind: QueueItemKind) =>
  otherDecisionLabels[kind] ?? { RELEASE: 'Release', REJECT: 'Reject' }
const otherDecisionLabels: Partial<Record<QueueItemKind, { RELEASE: string; REJECT: string }>> = {
  PHOTO: { RELEASE: 'Dismiss', REJECT: 'Confirm' },
  REVIEW: { RELEASE: 'Keep', REJECT: 'Delete' },
  PHONE: { RELEASE: 'Dismiss', REJECT: 'Hide' },
  THEFT: { RELEASE: 'Confirm', REJECT: 'Decline' },
}

export function rejection({ kind, rule, listing, owner, reviewCount }: QueueItem) {
  const { REJECT: confirmLabel } = decisionLabels(kind)
  const title = listing?.title ?? ''
  const texts = {
    LISTING: {
      title: 'Reject Listing',
      description: `“${title}” stays hidden from everyone but its owner.`,
    },
    MESSAGE: {
      title: 'Reject Message',
      description: 'The message is not delivered; only its sender sees it.',
    },
    SENDER: {
      title: 'Reject Messages',
      description: `What ${owner.fullName} wrote to new people is not delivered. To keep them out, ban the account.`,
    },
    PHOTO: {
      title: 'Confirm Copied Photo',
      description: `Buyers read on “${title}” that this photo also appears in another seller's listing.`,
    },
    PHONE: {
      title: 'Hide Listing',
      description: `“${title}” is hidden from everyone but its owner.`,
    },
    THEFT: {
      title: 'Decline Report',
      description: `Checks do not report the phone of ${owner.fullName} as stolen. They can report it again.`,
    },
    REVIEW:
      rule === 'ANSWER_REPORTED'
        ? { title: 'Delete Answer', description: 'The review stays. The author of the answer gets a mail.' }
        : {
            title: reviewCount === 1 ? 'Delete Review' : `Delete ${reviewCount} Reviews`,
            description: 'They leave the profile and its rating. Everybody who wrote one gets a mail.',
          },
  }
  return { ...texts[kind], confirmLabel }
}

export const ruleMessages: Record<QueueRule, string> = {
  COPIES: 'Its seller has too many active listings that say the same.',
  PHOTO_OF_ANOTHER: 'A photo also appears in a listing of another seller.',
  SAME_PHONE: 'A listing of another seller has a phone with the same IMEI.',
  STOLEN_PHONE: 'Somebody else reported a phone with this IMEI as stolen, and that was confirmed.',
  THEFT_REPORT: 'They report their phone as stolen. Does the picture show this IMEI, and that it is theirs?',
  TEXT_OF_ANOTHER: 'Another seller has an active listing with this description.',
  SAME_MESSAGE: 'The same text went to many conversations within an hour.',
  WARNED_SENDER: 'Many people were warned about their messages. They still write freely.',
  SENDER_WAITS: 'So many people were warned about their messages that those to new people wait.',
  REVIEW_BURST:
    'Many reviews of them came within a day from new accounts, or from one network. Those after a deal are not among them.',
  REVIEW_RING: 'Accounts that review each other in a circle, or in pairs without having talked.',
  REVIEW_REPORTED: 'Somebody reported this review. It is shown until you decide.',
  ANSWER_REPORTED: 'Somebody reported this answer. It is shown until you decide.',
}

export const quotaMessages: Record<Quota, string> = {
  LISTINGS: 'listings a day',
  CONVERSATIONS: 'new chats a day',
  QUESTIONS: 'questions a day',
}
