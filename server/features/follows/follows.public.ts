/** What other features may use of followed sellers. */
export { tellFollowers } from './follows-news.service.ts'
