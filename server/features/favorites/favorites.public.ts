/** What other features may use of saved listings. */
export { tellSavers } from './saved-news.service.ts'
