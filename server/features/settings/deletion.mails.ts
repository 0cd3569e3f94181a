import type { MailDraft } from '#server/core/mail/mail-body.ts'
import { PRODUCT_NAME, TIME_ZONE } from '#shared/limits.ts'

interface Owner {
  email: string
  fullName: string
  username: string
}

/** '21 December 2026', the date in Nigeria. */
function formatDate(moment: Date): string {
  return moment.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: TIME_ZONE,
  })
}

const reason = `You get this mail because it is about your account on ${PRODUCT_NAME} as a whole.`

export function deletionAskedMail({ email, fullName, username }: Owner, dueAt: Date): MailDraft {
  return {
    to: email,
    name: fullName,
    subject: `Your ${PRODUCT_NAME} account will be deleted on ${formatDate(dueAt)}`,
    heading: `Your account will be deleted on ${formatDate(dueAt)}`,
    body: [
      `You asked us to delete the account @${username}. Your listings and your profile are out of sight from now on, and every other device was logged out.`,
      `On ${formatDate(dueAt)} the account is deleted for good. Nobody can bring it back after that.`,
      'You would rather stay, or it was not you? Log in before then and choose “Keep my account” in your settings.',
      { button: 'Keep my account', href: '/settings' },
    ],
    reason,
  }
}

export function accountKeptMail({ email, fullName, username }: Owner): MailDraft {
  return {
    to: email,
    name: fullName,
    subject: `Your ${PRODUCT_NAME} account stays`,
    heading: 'Good to have you back',
    body: [
      `The account @${username} will not be deleted. Your listings and your profile can be seen again.`,
      { button: 'See my listings', href: '/my-listings' },
      'It was not you? Choose “Forgot password” to take your account back, and write to us.',
    ],
    reason,
  }
}

export function accountDeletedMail({ email, fullName, username }: Owner): MailDraft {
  return {
    to: email,
    name: fullName,
    subject: `Your ${PRODUCT_NAME} account is deleted`,
    heading: 'Your account is deleted',
    body: [
      `The account @${username} is deleted, as you asked, with your listings, your pictures and your favorites.`,
      'Messages that you sent stay with those who got them, under the name “Former member”. You are welcome to open a new account at any time.',
      { button: 'Open a new account', href: '/register' },
    ],
    reason: `You get this mail because you had an account on ${PRODUCT_NAME}. It is the last one.`,
  }
}
