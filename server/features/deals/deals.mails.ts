import type { MailDraft } from '#server/core/mail/mail-body.ts'
import type { Deal } from '#shared/contract/deals.ts'
import { TIME_ZONE } from '#shared/limits.ts'
import { formatNaira } from '#shared/money.ts'
import { warningFor } from './deal-columns.db.ts'
import type { Recipient as DealRecipient } from './deal-recipients.db.ts'

type Recipient = Omit<DealRecipient, 'listingId' | 'wantsMail'>

/** To the other party, about a new proposal or changed terms. */
export function proposedMail(recipient: Recipient, deal: Deal): MailDraft {
  return dealMail(recipient, deal, {
    subject: `${recipient.otherName} proposes a deal about ${recipient.listing.title}`,
    heading: 'A deal is proposed to you',
    first: `${recipient.otherName} proposes a deal about “${recipient.listing.title}”:`,
    last: 'Nothing is agreed before you accept it. Pay nothing before you have seen and tried what you buy.',
    button: 'See the proposal',
  })
}

/** To the party whose proposal was accepted. */
export function acceptedMail(recipient: Recipient, deal: Deal): MailDraft {
  return dealMail(recipient, deal, {
    subject: `${recipient.otherName} accepted the deal about ${recipient.listing.title}`,
    heading: 'Your deal is accepted',
    first: `${recipient.otherName} accepted your deal about “${recipient.listing.title}”:`,
    last: 'Open the deal when you meet. It says what to look at before goods and money change hands.',
    button: 'See the deal',
  })
}

/** To the other party, when an accepted deal is called off. */
export function calledOffMail(recipient: Recipient, deal: Deal): MailDraft {
  return dealMail(recipient, deal, {
    subject: `${recipient.otherName} called off the deal about ${recipient.listing.title}`,
    heading: 'The deal is called off',
    first: `${recipient.otherName} called off the deal about “${recipient.listing.title}”. You no longer need to go to this meeting:`,
    last: 'You can propose another deal in your conversation.',
    button: 'Open the conversation',
  })
}

/** To the buyer of an accepted deal whose listing the seller marked as sold. */
export function soldMail(recipient: Recipient, deal: Deal): MailDraft {
  return dealMail(recipient, deal, {
    subject: `Marked as sold: ${recipient.listing.title}`,
    heading: 'Ask before you go',
    first: `${recipient.otherName} marked “${recipient.listing.title}” as sold. Your deal about it is still agreed:`,
    last: 'If you did not buy it already, ask in your conversation before you go.',
    button: 'See the deal',
  })
}

/** About an accepted deal that ended because its listing or an account was closed. */
export function endedMail(recipient: Recipient, deal: Deal): MailDraft {
  return dealMail(recipient, deal, {
    subject: `Your deal ended: ${recipient.listing.title}`,
    heading: 'Your deal ended',
    first: `Your deal about “${recipient.listing.title}” ended. You no longer need to go to this meeting:`,
    last: 'If you are on your way already, turn back.',
    button: 'Open the conversation',
  })
}

interface Words {
  subject: string
  heading: string
  first: string
  last: string
  button: string
}

function dealMail(
  { userId, to, name }: Recipient,
  deal: Deal,
  { subject, heading, first, last, button }: Words,
): MailDraft {
  // Texts that look like a scam are not quoted: a mail program would make their links clickable.
  const isWarned = warningFor(deal, userId) !== null
  return {
    to,
    name,
    subject,
    heading,
    body: [
      first,
      {
        quote: [
          formatNaira(deal.price),
          formatMeeting(deal.meetsAt),
          ...(isWarned ? [] : [placeOf(deal)]),
        ].join('\n'),
      },
      ...(deal.endReason === null || isWarned ? [] : ['The reason:', { quote: deal.endReason }]),
      ...(isWarned ? ['Take care: read the note beside the deal on Oja before you send anything.'] : []),
      last,
      {
        button,
        href: deal.endReason === null || isWarned ? `/deals/${deal.id}` : `/chat?thread=${deal.threadId}`,
      },
    ],
    reason: { userId, kind: 'messages' },
    // Replaces an earlier one about the same deal that still waits to be sent.
    key: `deal:${deal.id}:${userId}`,
    expiresAt: deal.meetsAt,
  }
}

const placeOf = ({ place, lga, state }: Deal) => `${place}, ${lga}, ${state}`

/** In Nigeria's time: West Africa Time, without summer time. */
const formatMeeting = (meetsAt: string) =>
  new Intl.DateTimeFormat('en-NG', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: TIME_ZONE,
  }).format(new Date(meetsAt))
