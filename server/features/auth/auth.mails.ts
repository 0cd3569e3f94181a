import type { Mail } from '#server/core/jobs/mail.ts'
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
    text: [
      `Welcome to ${PRODUCT_NAME}!`,
      `To open the account @${username}, enter this code:`,
      code,
      secrecy,
      'You did not open this account? Then there is nothing to do: without the code it stays closed.',
    ].join('\n\n'),
    key: `verify:${userId}`,
    expiresAt: expiresAt.toISOString(),
  }
}

export function resetMail({ to, userId, username, code, expiresAt }: CodeMail): Mail {
  return {
    to,
    subject: `${code} is your ${PRODUCT_NAME} code for a new password`,
    text: [
      `To choose a new password for @${username}, enter this code:`,
      code,
      secrecy,
      'You did not ask for it? Then there is nothing to do: your password stays as it is.',
    ].join('\n\n'),
    key: `reset:${userId}`,
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
