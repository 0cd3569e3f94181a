import type { MailBlock, MailDraft } from '#server/core/mail/mail-body.ts'
import { limits, TIME_ZONE } from '#shared/limits.ts'
import type { Ending } from './endings.db.ts'

/** Listings in one mail; a sentence counts the others. */
const shown = 20

interface Linked extends Ending {
  /** The page of its signed link, root-relative. */
  href: string
}

/** To a seller: their listings that end soon, or have ended. */
export function endingMail(endings: [Linked, ...Linked[]], what: 'ENDS_SOON' | 'ENDED'): MailDraft {
  const [first] = endings
  const isOne = endings.length === 1
  const title = `“${first.inMail.title}”`
  const subjects = {
    ENDS_SOON: isOne ? `Still available? ${title}` : `${endings.length} of your listings end soon`,
    ENDED: isOne ? `Ended: ${title}` : `${endings.length} of your listings have ended`,
  }
  const texts = {
    ENDS_SOON: `Listings end after ${limits.listingEnd.after} days, so that buyers only see what is still for sale. If it still is, renew it: that is one tap, without a login.`,
    ENDED: `Buyers do not see ${isOne ? 'it' : 'them'} any more. Renew what is still for sale: that is one tap, without a login. Photos, words and conversations are all still there.`,
  }
  const more = endings.length - shown
  return {
    to: first.email,
    name: first.fullName,
    subject: subjects[what],
    heading: what === 'ENDED' ? 'Ended' : 'Still available?',
    body: [
      texts[what],
      ...endings
        .slice(0, shown)
        .flatMap((ending): MailBlock[] => [
          `“${ending.inMail.title}” ${what === 'ENDED' ? 'ended' : 'ends'} on ${formatDate(ending.endsAt)}.`,
          { listing: ending.inMail },
          { button: 'Renew it, or say that it is sold', href: ending.href },
        ]),
      ...(more > 0
        ? [{ text: `And ${more} more.`, words: 'See all your listings', href: '/my-listings' }]
        : []),
    ],
    reason: { userId: first.userId, kind: 'listings' },
  }
}

const formatDate = (moment: Date) =>
  moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: TIME_ZONE })
