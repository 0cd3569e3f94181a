/** What other features may use of reports. */
export { stateOfListing, stateOfUser } from './reported-state.db.ts'
