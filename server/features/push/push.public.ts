/** What other features may use of push. */
export { enqueuePushes } from './push.service.ts'
