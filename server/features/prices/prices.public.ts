/** What other features may use of price guidance. */
export { readPriceGuide } from './prices.service.ts'
