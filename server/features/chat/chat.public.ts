/** What other features may use of chat. */
export { closedError, noThread } from './chat.service.ts'
export { deliverHeld, emitDecided } from './messages.service.ts'
export { closedFor, isSeenBy } from './threads.db.ts'
