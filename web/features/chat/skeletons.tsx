import { NeedsScript } from '#web/ui/needs-script.tsx'

const widths = ['w-48', 'w-64', 'w-40', 'w-56', 'w-52']

export function MessagesSkeleton() {
  return (
    <div role="status" className="flex min-h-0 flex-1 flex-col justify-end gap-3 bg-sunken p-4 md:p-6">
      <span className="sr-only">Loading messages</span>
      {widths.map((width, index) => (
        <span
          key={width}
          className={`skeleton h-12 rounded-2xl bg-line ${width} ${index % 2 ? 'self-end' : 'self-start'}`}
        />
      ))}
    </div>
  )
}

/**
 * Server-rendered placeholder of the messages: they are in the page's data block, and only the browser renders them, so their
 * texts cost the server no time.
 */
export function MessagesPlaceholder() {
  return (
    <NeedsScript what="Messages need">
      <MessagesSkeleton />
    </NeedsScript>
  )
}

/** Placeholder for a conversation until it is known which one is shown. */
export function ConversationSkeleton() {
  return (
    <div className="flex min-h-0 flex-1 flex-col noscript:hidden">
      <div className="flex items-center gap-3 border-b border-line bg-surface px-4 py-2">
        <span className="skeleton size-10 rounded-full" />
        <span className="skeleton h-4 w-40" />
      </div>
      <MessagesSkeleton />
      <div className="border-t border-line bg-surface px-4 py-2">
        <span className="skeleton block h-11.5 rounded-3xl" />
      </div>
    </div>
  )
}

export function ThreadsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading conversations</span>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className="flex items-center gap-3 border-b border-line px-4 py-3">
          <span className="skeleton size-12 rounded-full" />
          <span className="flex flex-1 flex-col gap-2">
            <span className="skeleton h-4 w-2/3" />
            <span className="skeleton h-3 w-1/2" />
            <span className="skeleton h-3 w-4/5" />
          </span>
          <span className="skeleton size-12" />
        </div>
      ))}
    </div>
  )
}
