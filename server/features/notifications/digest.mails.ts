import type { MailBlock, MailDraft } from '#server/core/mail/mail-body.ts'
import { formatCount } from '#shared/money.ts'
import { digestTopics, topicOf } from '#shared/notification-topics.ts'
import { thresholds } from '#shared/thresholds.ts'
import { notificationText } from './notification-text.ts'
import type { NotificationRow } from './notifications.db.ts'

const titles = {
  saved: 'Listings that you saved',
  searches: 'Your saved searches',
  follows: 'Sellers whom you follow',
} as const

/** The day's news of a reader, of each topic the newest first. At least one. */
export function digestMail(
  reader: { id: number; email: string; fullName: string },
  news: readonly NotificationRow[],
): MailDraft {
  const newest = news.toSorted((one, other) => other.happenedAt.getTime() - one.happenedAt.getTime())
  const shown = newest.slice(0, thresholds.news.digestListings)
  const more = news.length - shown.length
  const topics = digestTopics.filter((topic) => news.some(({ kind }) => topicOf[kind] === topic))
  const sections = (['saved', 'searches', 'follows'] as const).flatMap((topic): MailBlock[] => {
    const own = shown.filter(({ kind }) => topicOf[kind] === topic)
    return own.length > 0 ? [{ title: titles[topic] }, ...own.flatMap(toBlocks)] : []
  })
  const [lead] = shown.map((row) => notificationText(row).title)
  const [only] = topics
  return {
    to: reader.email,
    name: reader.fullName,
    subject: news.length === 1 ? `${lead}` : `${lead}, and ${formatCount(news.length - 1)} more`,
    heading: 'Your news of the day',
    body: [
      ...sections,
      ...(more > 0 ? [`There ${more === 1 ? 'is one more' : `are ${formatCount(more)} more`} on Oja.`] : []),
      { button: 'See all news', href: '/notifications' },
    ],
    reason:
      topics.length === 1 && only
        ? { userId: reader.id, kind: only }
        : { userId: reader.id, kind: 'digest', topics },
  }
}

function toBlocks(row: NotificationRow): MailBlock[] {
  const { title, text, href } = notificationText(row)
  return [
    { text: `${title}. ${text}`, words: 'Open it', href },
    ...(row.listing ? [{ listing: row.listing }] : []),
  ]
}
