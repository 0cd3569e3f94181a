/** What other features may use of chat. */

export { deliverHeld, emitDecided } from './messages.service.ts'
export { closePending } from './offers.db.ts'
export { closedFor, isSeenBy, lockParties } from './threads.db.ts'
export { closedError, noThread, notifyPartners } from './threads.service.ts'
