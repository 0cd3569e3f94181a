/** What other features may use of the news of listings. */
export type { ListingNews } from './listing-news.db.ts'
