import type { MailDraft } from '#server/core/mail/mail-body.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'
import type { UnreadThread } from './reminders.db.ts'

/** Announces unread messages without their content: a message that the reader is warned about is never read without its warning. */
export function unreadMail(unread: UnreadThread): MailDraft {
  const { threadId, recipientId, to, name, count, isWarned, otherName, listing } = unread
  const what = `${count} unread ${count === 1 ? 'message' : 'messages'} from ${otherName}`
  return {
    to,
    name,
    subject: `You have ${what} about ${listing.title}`,
    heading: count === 1 ? 'A message waits for you' : 'Messages wait for you',
    body: [
      `You have ${what} about “${listing.title}” on ${PRODUCT_NAME}.`,
      { listing },
      ...(isWarned
        ? [
            {
              text: `Take care: ${count === 1 ? 'the message' : 'one of them'} looks like an attempt to cheat. Send no money, code or card number before you have read our note beside it.`,
              words: 'How to trade safely',
              href: '/safety',
            },
          ]
        : []),
      { button: 'Read and answer', href: `/chat?thread=${threadId}` },
    ],
    reason: { userId: recipientId, kind: 'messages' },
    // Replaces one that still waits to be sent, with the newer count.
    key: `unread:${threadId}:${recipientId}`,
  }
}
