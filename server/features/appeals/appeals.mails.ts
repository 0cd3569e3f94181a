import { type MailDraft, signedInPath } from '#server/core/mail/mail-body.ts'
import type { AppealableAct, AppealOutcome, DecisionTopic } from '#shared/contract/appeals.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'
import { rulesPath } from '#shared/rules.ts'

interface DecidedAppeal {
  to: string
  name: string
  actId: number
  action: AppealableAct
  about: DecisionTopic
  /** The listing, the user or the held message. */
  targetId: number
  /** The listing's title, the message's beginning, or the username with its @. */
  label: string
  /** The act stood until now. */
  stands: boolean
  /** The listing was hidden already when a moderator hid it: it is not shown again. */
  wasHidden: boolean
  /** The appellant was banned or leaving when the appeal was decided. */
  isInactive: boolean
  outcome: AppealOutcome
  /** The reason. */
  answer: string
}

/** Through the login: a listing that is hidden for another reason is its owner's alone. */
const seeListing = (id: number) => ({ button: 'See your listing', href: signedInPath(`/listings/${id}`) })

/** For each topic: what was appealed, what an overturned decision changes, and where its owner sees that. */
const topics: Record<
  DecisionTopic,
  {
    what: (label: string) => string
    back: string
    button: (targetId: number) => { button: string; href: string }
  }
> = {
  LISTING: {
    what: (label) => `our decision about your listing “${label}”`,
    back: 'Your listing is back, and gets the time back that it lost: among the newest ones, and as a featured one if it was one.',
    button: seeListing,
  },
  PHOTO: {
    what: (label) => `our decision about a photo of your listing “${label}”`,
    back: 'Buyers no longer read that the photo also appears in another listing.',
    button: seeListing,
  },
  ACCOUNT: {
    what: (label) => `the ban of your account ${label}`,
    back: 'Your account is open again, and your listings are back. They get the time back that they lost.',
    button: () => ({ button: 'Log in', href: '/login' }),
  },
  MESSAGE: {
    what: (label) => `our decision about your message “${label}”`,
    back: 'Your message is delivered, unless the conversation was closed meanwhile.',
    button: () => ({ button: 'See your messages', href: '/chat' }),
  },
  MESSAGES: {
    what: () => 'our decision about your messages to new people',
    back: 'Your messages that did not arrive are delivered, unless a conversation was closed meanwhile. You can write to new people.',
    button: () => ({ button: 'See your messages', href: '/chat' }),
  },
}

const hiddenAsBefore =
  'Your listing is hidden as it was before our decision. You can show it again under My Listings.'

const shownLater =
  'Your listing is not hidden any more, and gets the time back that it lost. Others see it once your account is active again.'

/** To the person who appealed: the outcome and its reason. */
export function appealDecidedMail(decided: DecidedAppeal): MailDraft {
  const { to, name, action, about, targetId, label, outcome, answer, stands } = decided
  const { what, back, button } = topics[about]
  const overturned = outcome === 'OVERTURNED'
  const isListing = about === 'LISTING'
  const change =
    isListing && decided.wasHidden ? hiddenAsBefore : isListing && decided.isInactive ? shownLater : back
  return {
    to,
    name,
    subject: overturned ? 'Your appeal succeeded' : 'The decision stays after your appeal',
    heading: overturned ? 'You were right' : 'The decision stays',
    body: [
      overturned
        ? `You appealed ${what(label)}. We looked at it again, and it was wrong. We are sorry.`
        : `You appealed ${what(label)}. We looked at it again, and it stays.`,
      'The reason:',
      { quote: answer },
      ...(overturned
        ? stands
          ? [change]
          : []
        : [
            ...(action === 'WAIT'
              ? ['Your messages to new people wait until our moderators have looked at all of them.']
              : []),
            'Each decision can be appealed once, so this is the end of it here.',
          ]),
      overturned ? button(targetId) : { button: 'Read the rules', href: rulesPath },
    ],
    reason: `You get this mail because you appealed a decision on ${PRODUCT_NAME}.`,
  }
}
