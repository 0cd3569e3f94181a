/** What other features may use of profiles. */
export { readProfile } from './users.service.ts'
