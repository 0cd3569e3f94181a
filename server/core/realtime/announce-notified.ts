import { takeNotified } from '#server/lib/request-context.ts'
import type { Realtime } from './realtime.ts'

/** Tells the open tabs of those whose notifications the current request or job changed to read them again. Call it after the commit. */
export function announceNotified(realtime: Realtime): void {
  realtime.emitToRooms(
    takeNotified().map((id) => `user:${id}` as const),
    'notifications_changed',
  )
}
