import type { Mail } from '#server/core/jobs/mail.ts'
import { mailBody } from '#server/core/jobs/mail-body.ts'
import { switchOffNote } from '#server/core/jobs/mail-words.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'

interface QuestionMail {
  to: string
  questionId: number
  title: string
  question: string
  /** The page of the listing. */
  link: string
  /** Where mails are switched off. */
  settings: string
}

/** To the seller. */
export function newQuestionMail(mail: QuestionMail & { askerName: string }): Mail {
  const { to, title, askerName, question, link, settings } = mail
  return {
    to,
    subject: `${askerName} has a question about “${title}”`,
    ...mailBody(
      `${askerName} asked about your listing “${title}” on ${PRODUCT_NAME}:`,
      { quote: question },
      `Answer here; everyone who looks at the listing sees it:\n${link}`,
      switchOffNote('questions', settings),
    ),
    key: `question:${mail.questionId}`,
  }
}

/** To whoever asked. */
export function answeredMail(mail: QuestionMail & { sellerName: string; answer: string }): Mail {
  const { to, title, sellerName, question, answer, link, settings } = mail
  return {
    to,
    subject: `${sellerName} answered your question about “${title}”`,
    ...mailBody(
      `You asked about “${title}” on ${PRODUCT_NAME}:`,
      { quote: question },
      `${sellerName} answers:`,
      { quote: answer },
      `See the listing:\n${link}`,
      switchOffNote('questions', settings),
    ),
    key: `answer:${mail.questionId}`,
  }
}
