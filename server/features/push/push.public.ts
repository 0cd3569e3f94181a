/** What other features may use of push. */
export { enqueuePushes } from './enqueue-pushes.ts'
