import type { Mail } from '#server/core/jobs/mail.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'

interface Owner {
  email: string
  username: string
}

/** '21 December 2026', as it is in Nigeria then. */
function dayOf(moment: Date): string {
  return moment.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Africa/Lagos',
  })
}

export function deletionAskedMail({ email, username }: Owner, dueAt: Date, settingsUrl: string): Mail {
  return {
    to: email,
    subject: `Your ${PRODUCT_NAME} account will be deleted on ${dayOf(dueAt)}`,
    text: [
      `You asked us to delete the account @${username}. Your listings and your profile are out of sight from now on, and every other device was signed out.`,
      `On ${dayOf(dueAt)} the account is deleted for good. Nobody can bring it back after that.`,
      `You would rather stay, or it was not you? Log in before then and choose “Keep my account” in your settings: ${settingsUrl}`,
    ].join('\n\n'),
  }
}

export function accountKeptMail({ email, username }: Owner): Mail {
  return {
    to: email,
    subject: `Your ${PRODUCT_NAME} account stays`,
    text: [
      `Good to have you back: the account @${username} will not be deleted. Your listings and your profile can be seen again.`,
      'It was not you? Choose “Forgot password” to take your account back, and write to us.',
    ].join('\n\n'),
  }
}

export function accountDeletedMail({ email, username }: Owner): Mail {
  return {
    to: email,
    subject: `Your ${PRODUCT_NAME} account is deleted`,
    text: [
      `The account @${username} is deleted, as you asked, with your listings, your pictures and your favorites.`,
      'Messages that you sent stay with those who got them, under the name “Deleted user”. You are welcome to open a new account at any time.',
    ].join('\n\n'),
  }
}
