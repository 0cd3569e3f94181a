import { type MailDraft, signedInPath } from '#server/core/mail/mail-body.ts'
import type { Review } from '#shared/contract/users.ts'
import { limits, PRODUCT_NAME } from '#shared/limits.ts'

interface ReviewMail {
  to: string
  name: string
  userId: number
  review: Review
}

/** To the reviewed user, once per reviewer. */
export function newReviewMail({ to, name, userId, review }: ReviewMail): MailDraft {
  const { stars, comment, reviewer } = review
  return {
    to,
    name,
    subject: `${reviewer.fullName} reviewed you on ${PRODUCT_NAME}`,
    heading: 'You have a new review',
    body: [
      `${reviewer.fullName} gave you ${stars} of 5 stars${comment ? ' and wrote:' : '.'}`,
      ...(comment ? [{ quote: comment }] : []),
      { button: 'See your reviews', href: `/users/${userId}?tab=reviews` },
    ],
    reason: { userId, kind: 'reviews' },
    key: `review:${review.id}`,
  }
}

/** To a party to a completed deal who wrote no review since, once. */
export function reviewAskedMail({
  to,
  name,
  userId,
  other,
  title,
}: {
  to: string
  name: string
  /** The recipient. */
  userId: number
  other: { id: number; fullName: string }
  /** Of the deal's listing. */
  title: string
}): MailDraft {
  return {
    to,
    name,
    subject: `How was it with ${other.fullName}?`,
    heading: 'How was your deal?',
    body: [
      `You and ${other.fullName} completed a deal about “${title}” on ${PRODUCT_NAME}. A review helps the next person to decide.`,
      `Neither of you reads the other's review before writing: both appear together, or ${limits.review.waitDays} days after the deal.`,
      { button: 'Write a review', href: signedInPath(`/users/${other.id}?tab=reviews#review`) },
    ],
    reason: { userId, kind: 'reviews' },
  }
}

/** To the reviewer, about the first answer. */
export function answeredReviewMail({
  to,
  name,
  reviewerId,
  answerer,
  review,
  answer,
}: {
  to: string
  name: string
  reviewerId: number
  answerer: { id: number; fullName: string }
  review: Pick<Review, 'id' | 'comment'>
  answer: string
}): MailDraft {
  return {
    to,
    name,
    subject: `${answerer.fullName} answered your review`,
    heading: 'Your review was answered',
    body: [
      ...(review.comment
        ? [`You wrote about ${answerer.fullName}:`, { quote: review.comment }]
        : [`You reviewed ${answerer.fullName}.`]),
      `${answerer.fullName} answers:`,
      { quote: answer },
      { button: 'See the reviews', href: `/users/${answerer.id}?tab=reviews` },
    ],
    reason: { userId: reviewerId, kind: 'reviews' },
    key: `review-answer:${review.id}`,
  }
}
