/** What other features may use of reviews. */
export { settleReviews } from './reviews.service.ts'
