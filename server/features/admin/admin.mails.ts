import type { Mail } from '#server/core/jobs/mail.ts'
import { mailBody } from '#server/core/jobs/mail-body.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'

/** What owners are told of what administrators did. */
interface Notice {
  to: string
  reason: string | null
}

const why = (reason: string | null) => (reason ? [`The reason: ${reason}`] : [])
const objection = `You think that this is a mistake? Write to us from the page “Contact” on ${PRODUCT_NAME}.`

export function listingHiddenMail({ to, title, reason }: Notice & { title: string }): Mail {
  return {
    to,
    subject: `Your listing “${title}” was hidden`,
    text: [
      `Our moderators hid your listing “${title}”: for now only you can see it.`,
      ...why(reason),
      'You can still edit it. It comes back when an administrator shows it again.',
      objection,
    ].join('\n\n'),
  }
}

export function heldListingRejectedMail({ to, title, reason }: Notice & { title: string }): Mail {
  return {
    to,
    subject: `Your listing “${title}” stays hidden`,
    text: [
      `Our moderators looked at your listing “${title}”, and do not show it: only you can see it.`,
      ...why(reason),
      'You can edit or delete it. It is shown when an administrator shows it.',
      objection,
    ].join('\n\n'),
  }
}

export function heldMessageRejectedMail({ to, body, reason }: Notice & { body: string }): Mail {
  return {
    to,
    subject: 'A message of yours was not delivered',
    ...mailBody(
      'Our moderators looked at a message that you sent to many people, and do not deliver it:',
      { quote: body },
      ...why(reason),
      objection,
    ),
  }
}

export function listingShownMail({ to, title, reason }: Notice & { title: string }): Mail {
  return {
    to,
    subject: `Your listing “${title}” is shown again`,
    text: [
      `Our moderators made your listing “${title}” active: everyone can see it again.`,
      ...why(reason),
    ].join('\n\n'),
  }
}

/** One mail for all that were deleted together. */
export function listingsDeletedMail({ to, titles, reason }: Notice & { titles: string[] }): Mail {
  const [first = ''] = titles
  const one = titles.length === 1
  return {
    to,
    subject: one ? `Your listing “${first}” was deleted` : `${titles.length} of your listings were deleted`,
    text: [
      one
        ? `Our moderators deleted your listing “${first}”.`
        : 'Our moderators deleted these listings of yours:',
      ...(one ? [] : [titles.map((title) => `– ${title}`).join('\n')]),
      ...why(reason),
      objection,
    ].join('\n\n'),
  }
}

export function bannedMail({ to, username, reason }: Notice & { username: string }): Mail {
  return {
    to,
    subject: `Your ${PRODUCT_NAME} account was banned`,
    text: [
      `Our moderators banned the account @${username}: it can no longer sign in, and its listings are not shown.`,
      ...why(reason),
      objection,
    ].join('\n\n'),
  }
}

export function unbannedMail({ to, username, reason }: Notice & { username: string }): Mail {
  return {
    to,
    subject: `Your ${PRODUCT_NAME} account is open again`,
    text: [`The account @${username} can sign in again, and its listings are back.`, ...why(reason)].join(
      '\n\n',
    ),
  }
}
