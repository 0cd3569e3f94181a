/** What other features may use of deals. */
export { DealRow, dealJson, isReserved, toDeal } from './deal-columns.db.ts'
export { notifyBuyersOfSale } from './sale-news.service.ts'
