/** What other features may use of saved listings. */
export { notifySavers } from './saved-news.service.ts'
