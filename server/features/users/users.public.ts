/** What other features may use of profiles. */
export { countActiveListings } from './users.db.ts'
export { readProfile } from './users.service.ts'
