import { type MailDraft, signedInPath } from '#server/core/mail/mail-body.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'

/**
 * To the previous owner of a number that another account has verified. It names neither the number nor the
 * other account.
 */
export function phoneLostMail(owner: { email: string; fullName: string; username: string }): MailDraft {
  return {
    to: owner.email,
    name: owner.fullName,
    subject: `Your phone number on ${PRODUCT_NAME} is no longer verified`,
    heading: 'Your phone number is no longer verified',
    body: [
      `Another account has just verified the phone number of @${owner.username} by a text message to it.`,
      'The number is still yours? Verify it again. You have another number by now? Enter it there.',
      { button: 'Verify my number', href: signedInPath('/settings#phone') },
    ],
    reason: `You get this mail because it is about the safety of your account on ${PRODUCT_NAME}.`,
  }
}
