/** What other features may use of deals. */
export { DealRow, dealJson, isReserved, toDeal } from './deal-columns.db.ts'
export { notifyBuyersOfSale } from './deal-news.service.ts'
