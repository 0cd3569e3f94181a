import type { Mail } from '#server/core/jobs/mail.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'

/** To whom a number belonged until somebody else read its text messages. It names neither the number nor the other. */
export function phoneLostMail(
  { email, username }: { email: string; username: string },
  settingsUrl: string,
): Mail {
  return {
    to: email,
    subject: `Your phone number on ${PRODUCT_NAME} is no longer verified`,
    text: [
      `Another account has just verified the phone number of @${username} by a text message to it.`,
      `The number is still yours? Verify it again: ${settingsUrl}`,
      'You have another number by now? Enter it there.',
    ].join('\n\n'),
  }
}
