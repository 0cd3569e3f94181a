import { limits } from '#shared/limits.ts'
import { apiQuery } from '#web/lib/api.ts'
import { useSocketEvent } from '#web/lib/socket.ts'
import { useLiveCount } from '#web/lib/use-live-count.ts'

export function unreadText(count: number): string {
  return count > limits.unreadBadge ? `${limits.unreadBadge}+` : String(count)
}

/** The number of unread messages; nothing at 0. Its container has the text for screen readers. */
export function UnreadBadge({ count, className = '' }: { count: number; className?: string }) {
  if (count <= 0) return null
  return (
    <span
      aria-hidden
      className={`grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-xs leading-none font-extrabold text-hero tabular-nums ${className}`}
    >
      {unreadText(count)}
    </span>
  )
}

export const unreadQuery = apiQuery('GET /api/messages/unread-count')

/** The signed-in user's number of unread messages. Use it once per page. */
export function useUnreadCount(signedIn: boolean): number {
  const { count, readSoon, live } = useLiveCount(unreadQuery, signedIn)
  useSocketEvent('new_message', readSoon, live)
  useSocketEvent('messages_read', readSoon, live)
  useSocketEvent('threads_changed', readSoon, live)
  return count
}
