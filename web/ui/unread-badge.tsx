import { limits } from '#shared/limits.ts'

export function unreadText(count: number): string {
  return count > limits.unreadBadge ? `${limits.unreadBadge}+` : String(count)
}

/** A count of messages or notifications; nothing at 0. Its container has the text for screen readers. */
export function UnreadBadge({ count, className = '' }: { count: number; className?: string }) {
  if (count <= 0) return null
  return (
    <span
      aria-hidden
      className={`grid h-[1.5em] min-w-[1.5em] place-items-center rounded-full bg-accent px-1 text-xs leading-none font-extrabold text-hero tabular-nums ${className}`}
    >
      {unreadText(count)}
    </span>
  )
}
