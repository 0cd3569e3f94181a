/** In the place of a list that is on its way, or could not be read. */
export function ReadAgain({ reading, onRetry }: { reading: boolean; onRetry: () => void }) {
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
