import type { Mail } from '#server/core/jobs/mail.ts'
import { mailBody } from '#server/core/jobs/mail-body.ts'
import { limits, PRODUCT_NAME } from '#shared/limits.ts'

const minutes = limits.code.lifetime / 60
const secrecy = `It works for ${minutes} minutes. We never ask for it by phone or chat, so keep it to yourself.`

/** '5 March 2026 at 14:05', as clocks in Nigeria show it. */
function timeInLagos(moment: Date): string {
  return moment.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' })
}

/**
 * Says what was registered and when, so that an owner of the address can tell their own registration from a stranger's. Of what
 * was typed only the username, which has no spaces or dots: a full name could carry a stranger's advertisement.
 */
export function verificationMail(registration: {
  id: number
  email: string
  username: string
  registeredAt: Date
  code: string
  expiresAt: Date
}): Mail {
  const { id, email, username, registeredAt, code, expiresAt } = registration
  return {
    to: email,
    subject: `${code} is your ${PRODUCT_NAME} code`,
    ...mailBody(
      `Welcome to ${PRODUCT_NAME}!`,
      `To open the account @${username}, enter this code:`,
      { code },
      secrecy,
      `@${username} was registered with your address on ${timeInLagos(registeredAt)} (Lagos time). The code works only in the browser where that was done.`,
      'It was not you? Then there is nothing to do: without the code no account is opened. Give it to nobody, and enter only the code of a mail that names the username you chose yourself.',
    ),
    key: `registration:${id}`,
    expiresAt: expiresAt.toISOString(),
  }
}

interface ResetMail {
  to: string
  username: string
  code: string
  /** Sets a new password in any browser. */
  link: string
  /** What asked, such as 'Chrome on Android'. */
  device: string
  resetId: number
  expiresAt: Date
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
