import { privatePrefix } from '#web/lib/private-storage.ts'

/** What the keys of somebody's messages on their way begin with. */
export const outboxPrefix = (userId: number) => `${privatePrefix}outbox:${userId}:`
