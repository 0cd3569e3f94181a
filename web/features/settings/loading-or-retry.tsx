/** Replaces a list that is loading or could not be loaded. */
export function LoadingOrRetry({ reading, onRetry }: { reading: boolean; onRetry: () => void }) {
  if (reading) return <div className="skeleton h-14" />
  return (
    <p className="text-muted">
      This could not be loaded.{' '}
      <button type="button" className="link min-h-11" onClick={onRetry}>
        Try again
      </button>
    </p>
  )
}
