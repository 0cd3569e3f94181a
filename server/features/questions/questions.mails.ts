import { type MailDraft, type MailListing, signedInPath } from '#server/core/mail/mail-body.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'

interface QuestionMail {
  to: string
  name: string
  /** The recipient. */
  userId: number
  questionId: number
  listing: MailListing
  question: string
}

/** To the seller. */
export function newQuestionMail(mail: QuestionMail & { askerName: string }): MailDraft {
  const { to, name, userId, listing, askerName, question } = mail
  return {
    to,
    name,
    subject: `${askerName} has a question about “${listing.title}”`,
    heading: 'A question about your listing',
    body: [
      `${askerName} asked about your listing “${listing.title}” on ${PRODUCT_NAME}:`,
      { quote: question },
      { listing },
      'Everyone who looks at the listing sees your answer.',
      ...buttonTo('Answer the question', listing, signedInPath),
    ],
    reason: { userId, kind: 'questions' },
    key: `question:${mail.questionId}`,
  }
}

/** To the asker. */
export function answeredMail(mail: QuestionMail & { sellerName: string; answer: string }): MailDraft {
  const { to, name, userId, listing, sellerName, question, answer } = mail
  return {
    to,
    name,
    subject: `${sellerName} answered your question about “${listing.title}”`,
    heading: 'Your question was answered',
    body: [
      `You asked about “${listing.title}” on ${PRODUCT_NAME}:`,
      { quote: question },
      `${sellerName} answers:`,
      { quote: answer },
      { listing },
      ...buttonTo('See the listing', listing),
    ],
    reason: { userId, kind: 'questions' },
    key: `answer:${mail.questionId}`,
  }
}

const buttonTo = (button: string, { path }: MailListing, through = (address: string) => address) =>
  path ? [{ button, href: through(`${path}#questions`) }] : []
