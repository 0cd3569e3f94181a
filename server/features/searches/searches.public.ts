/** What other features may use of saved searches. */
export { tellSearches } from './tell-searches.service.ts'
