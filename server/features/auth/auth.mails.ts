import type { MailDraft } from '#server/core/mail/mail-body.ts'
import { limits, PRODUCT_NAME, TIME_ZONE } from '#shared/limits.ts'

const minutes = limits.code.lifetime / 60
const linkMinutes = limits.code.linkLifetime / 60
const secrecy = `It works for ${minutes} minutes. We never ask for it by phone or chat, so keep it to yourself.`
const safetyReason = `You get this mail because it is about the safety of your account on ${PRODUCT_NAME}.`

/** '5 March 2026 at 14:05', in Nigerian time. */
function timeInLagos(moment: Date): string {
  return moment.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: TIME_ZONE })
}

/**
 * Contains the username and the time of the registration, so that an owner of the address can tell their own
 * registration from a stranger's. It contains no full name, which could carry a stranger's advertisement; a
 * username has no spaces or dots.
 */
export function verificationMail(registration: {
  id: number
  email: string
  username: string
  registeredAt: Date
  code: string
  expiresAt: Date
}): MailDraft {
  const { id, email, username, registeredAt, code, expiresAt } = registration
  return {
    to: email,
    name: `@${username}`,
    subject: `${code} is your ${PRODUCT_NAME} code`,
    heading: `Welcome to ${PRODUCT_NAME}!`,
    body: [
      `To open the account @${username}, enter this code:`,
      { code },
      secrecy,
      `@${username} was registered with your address on ${timeInLagos(registeredAt)} (Lagos time). The code works only in the browser where that was done.`,
      'It was not you? Then there is nothing to do: without the code no account is opened. Give it to nobody, and enter only the code of a mail that names the username you chose yourself.',
    ],
    reason: `You get this mail because somebody entered your address to register on ${PRODUCT_NAME}.`,
    key: `registration:${id}`,
    expiresAt: expiresAt.toISOString(),
  }
}

interface ResetMail {
  to: string
  name: string
  username: string
  code: string
  /** Sets a new password in any browser. */
  link: string
  /** The requesting device, such as 'Chrome on Android'. */
  device: string
  resetId: number
  expiresAt: Date
}

/**
 * The link is for people who read the mail in another browser than the requesting one, or whose code was used
 * up by others.
 */
export function resetMail(mail: ResetMail): MailDraft {
  const { to, name, username, code, link, device, resetId, expiresAt } = mail
  return {
    to,
    name,
    subject: `${code} is your ${PRODUCT_NAME} code for a new password`,
    heading: 'Choose a new password',
    body: [
      `To choose a new password for @${username}, enter this code in the browser that asked for it (${device}):`,
      { code },
      secrecy,
      `Or open the link below, in any browser. It works once, for ${linkMinutes} minutes.`,
      { button: 'Choose a new password', href: link },
      'You did not ask for it? Then there is nothing to do: your password stays as it is.',
    ],
    reason: `You get this mail because somebody asked for a new password for your account on ${PRODUCT_NAME}.`,
    // Unique to this request, so that a stranger's request does not replace it.
    key: `reset:${resetId}`,
    expiresAt: expiresAt.toISOString(),
  }
}

/**
 * `signedOut`: whether the sessions ended everywhere, or everywhere except where the password was changed.
 */
export function passwordChangedMail({
  to,
  name,
  username,
  signedOut,
}: {
  to: string
  name: string
  username: string
  signedOut: 'every device' | 'every other device'
}): MailDraft {
  return {
    to,
    name,
    subject: `Your ${PRODUCT_NAME} password was changed`,
    heading: 'Your password was changed',
    body: [
      `The password of @${username} was changed just now, and ${signedOut} was logged out.`,
      `It was not you? Choose “Forgot password” on ${PRODUCT_NAME} at once to take your account back.`,
      { button: 'Forgot password', href: '/forgot-password' },
    ],
    reason: safetyReason,
  }
}
