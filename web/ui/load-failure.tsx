import { plug } from '#web/ui/drawings.tsx'
import { EmptyState } from './empty-state.tsx'

interface LoadFailureProps {
  onRetry: () => void
  title?: string
  text?: string
  level?: 1 | 2 | 3
}

/** For data that could not be loaded, mostly for lack of a connection. */
export function LoadFailure({
  onRetry,
  title = 'This page could not be loaded',
  text = 'Please check your connection and try again.',
  level,
}: LoadFailureProps) {
  return (
    <EmptyState
      drawing={plug}
      level={level}
      title={title}
      text={text}
      action={
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      }
    />
  )
}
