import { pluralise } from '#web/lib/format.ts'

/** '1 listing' or '1,204 listings'; `what` is the plural. */
export function counted(total: number, what: string): string {
  return pluralise(total, what.replace(/s$/, ''), what)
}

interface TotalProps {
  /** Undefined while unknown. */
  total: number | undefined
  what: string
  className?: string
}

export function Total({ total, what, className = '' }: TotalProps) {
  return (
    <p role="status" className={`text-sm font-semibold tabular-nums ${className}`}>
      {total === undefined ? 'Loading...' : counted(total, what)}
    </p>
  )
}
