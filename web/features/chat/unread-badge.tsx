import { limits } from '#shared/limits.ts'

/** The number up to 99, '99+' above. */
export function unreadText(count: number): string {
  return count > limits.unreadBadge ? `${limits.unreadBadge}+` : String(count)
}

/** How many messages are unread; nothing at 0. What holds it says so to screen readers. */
export function UnreadBadge({ count, className = '' }: { count: number; className?: string }) {
  if (count <= 0) return null
  return (
    <span
      aria-hidden
      className={`grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-[0.6875rem] leading-none font-extrabold text-hero tabular-nums ${className}`}
    >
      {unreadText(count)}
    </span>
  )
}
