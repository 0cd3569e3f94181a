import type { WaitingReview } from '#shared/contract/users.ts'
import { fullDate } from '#web/lib/format.ts'

/** When others see a review of `name` that only its author sees. */
export const whenShown = ({ until }: WaitingReview['waiting'], name: string) =>
  until === null
    ? `A moderator looks at it first: many reviews of ${name} came in a short time, or from accounts that review each other.`
    : `It appears when ${name} has reviewed you too, or on ${fullDate(until)}.`

export const loginToReview = 'You need to be logged in to review users.'
export const loginToAnswer = 'You need to be logged in to answer or report reviews.'
