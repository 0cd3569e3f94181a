/** What other features may use of saved searches. */
export { notifySearchOwners } from './search-alerts.service.ts'
