/** What other features may use of drafts. */
export { deleteDraft } from './drafts.db.ts'
