import type { Mail } from '#server/core/jobs/mail.ts'
import { mailBody } from '#server/core/jobs/mail-body.ts'
import { switchOffNote } from '#server/core/jobs/mail-words.ts'
import type { Review } from '#shared/contract/users.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'

interface ReviewMail {
  to: string
  review: Review
  /** The profile's reviews. */
  link: string
  /** Where mails are switched off. */
  settings: string
}

/** To whoever was reviewed, once for each reviewer. */
export function newReviewMail({ to, review, link, settings }: ReviewMail): Mail {
  const { stars, comment, reviewer } = review
  return {
    to,
    subject: `${reviewer.fullName} reviewed you on ${PRODUCT_NAME}`,
    ...mailBody(
      `${reviewer.fullName} gave you ${stars} of 5 stars${comment ? ' and wrote:' : '.'}`,
      ...(comment ? [{ quote: comment }] : []),
      `See your reviews:\n${link}`,
      switchOffNote('reviews', settings),
    ),
    key: `review:${review.id}`,
  }
}
