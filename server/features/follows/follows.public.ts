/** What other features may use of followed sellers. */
export { notifyFollowers } from './follows-news.service.ts'
