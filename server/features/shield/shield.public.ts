/** What other features may use of the scam shield. */
export { waitsInThread } from './conversation.db.ts'
export { type DraftWarning, detectScam, judgeTexts, type ShieldServices } from './shield.service.ts'
