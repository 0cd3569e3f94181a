import type { Mail } from '#server/core/jobs/mail.ts'
import { switchOffNote } from '#server/core/jobs/mail-words.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'
import { absoluteUrl } from '#shared/own-address.ts'
import type { UnreadThread } from './reminders.db.ts'

/** Tells that messages wait, and not what they say. `origin` is where the site is, such as https://oja.example. */
export function unreadMail(unread: UnreadThread, origin: string): Mail {
  const { threadId, recipientId, to, count, otherName, title } = unread
  const what = `${count} unread ${count === 1 ? 'message' : 'messages'} from ${otherName}`
  return {
    to,
    subject: `You have ${what} about ${title}`,
    text: [
      `You have ${what} about “${title}” on ${PRODUCT_NAME}.`,
      `Read and answer here:\n${absoluteUrl(`/chat?thread=${threadId}`, origin)}`,
      switchOffNote('messages', absoluteUrl('/settings', origin)),
    ].join('\n\n'),
    // Where one still waits to be sent, the newer count takes its place.
    key: `unread:${threadId}:${recipientId}`,
  }
}
