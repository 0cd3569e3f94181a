import { EmptyState } from '#web/ui/empty-state.tsx'

/** For what could not be read, mostly for want of a connection. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      drawing="plug"
      title="This page could not be loaded"
      text="Please check your connection and try again."
      action={
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      }
    />
  )
}
