import type { Mail } from '#server/core/jobs/mail.ts'
import { mailBody } from '#server/core/jobs/mail-body.ts'
import { limits, PRODUCT_NAME } from '#shared/limits.ts'

interface CodeMail {
  to: string
  userId: number
  username: string
  code: string
  expiresAt: Date
}

const minutes = limits.code.lifetime / 60
const secrecy = `It works for ${minutes} minutes. We never ask for it by phone or chat, so keep it to yourself.`

/** The username is named so that an owner notices an account that somebody else opened on their address. */
export function verificationMail({ to, userId, username, code, expiresAt }: CodeMail): Mail {
  return {
    to,
    subject: `${code} is your ${PRODUCT_NAME} code`,
    ...mailBody(
      `Welcome to ${PRODUCT_NAME}!`,
      `To open the account @${username}, enter this code:`,
      { code },
      secrecy,
      'You did not open this account? Then there is nothing to do: without the code it stays closed.',
    ),
    key: `verify:${userId}`,
    expiresAt: expiresAt.toISOString(),
  }
}

interface ResetMail extends Omit<CodeMail, 'userId'> {
  resetId: number
  /** Sets a new password in any browser. */
  link: string
  /** What asked, such as 'Chrome on Android'. */
  device: string
}

/** The link is for whoever reads the mail in another browser than the one that asked, or after others tried codes. */
export function resetMail({ to, username, code, link, device, resetId, expiresAt }: ResetMail): Mail {
  return {
    to,
    subject: `${code} is your ${PRODUCT_NAME} code for a new password`,
    ...mailBody(
      `To choose a new password for @${username}, enter this code in the browser that asked for it (${device}):`,
      { code },
      secrecy,
      `Or open this link, in any browser. It works once, for an hour:\n${link}`,
      'You did not ask for it? Then there is nothing to do: your password stays as it is.',
    ),
    // Of this request alone: a stranger's does not take its place.
    key: `reset:${resetId}`,
    expiresAt: expiresAt.toISOString(),
  }
}

/** `signedOut` says where the sessions ended: everywhere, or everywhere but where it was changed. */
export function passwordChangedMail({
  to,
  username,
  signedOut,
}: {
  to: string
  username: string
  signedOut: 'every device' | 'every other device'
}): Mail {
  return {
    to,
    subject: `Your ${PRODUCT_NAME} password was changed`,
    text: [
      `The password of @${username} was changed just now, and ${signedOut} was signed out.`,
      `It was not you? Choose “Forgot password” on ${PRODUCT_NAME} at once to take your account back.`,
    ].join('\n\n'),
  }
}
