import { type MailDraft, signedInPath } from '#server/core/mail/mail-body.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'

/** The change, as it follows "just now: ". */
const changes = {
  TOTP_ON: {
    subject: 'Two-step login was turned on',
    text: 'From now on you log in with your password and a code of your authenticator app.',
  },
  TOTP_OFF: {
    subject: 'Your authenticator app was turned off',
    text: 'Its codes are not asked for any more when you log in.',
  },
  PASSKEY_ADDED: { subject: 'A passkey was added', text: 'You can log in with it from now on.' },
  PASSKEY_REMOVED: { subject: 'A passkey was removed', text: 'Nobody can log in with it any more.' },
  RECOVERY_CODES_MADE: {
    subject: 'New recovery codes were made',
    text: 'The codes from before do not work any more.',
  },
} as const

export type FactorChange = keyof typeof changes

export function factorChangedMail(
  change: FactorChange,
  { to, name, username }: { to: string; name: string; username: string },
): MailDraft {
  const { subject, text } = changes[change]
  return {
    to,
    name,
    subject: `${subject} on ${PRODUCT_NAME}`,
    heading: subject,
    body: [
      `${subject} for @${username} just now. ${text}`,
      `It was not you? Choose “Forgot password” on ${PRODUCT_NAME} at once: a new password ends every session. Then look at “Login and security” in your settings.`,
      { button: 'Login and security', href: signedInPath('/settings#security') },
    ],
    reason: `You get this mail because it is about the safety of your account on ${PRODUCT_NAME}.`,
  }
}
