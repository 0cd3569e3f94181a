import { formatCount } from '#shared/money.ts'
import { pluralise } from '#web/lib/format.ts'

/** '1 listing' or '1,204 listings'; '1,000+ listings' where there are more than were counted. `what` is the plural. */
export function counted(total: number, what: string, exact = true): string {
  if (!exact) return `${formatCount(total)}+ ${what}`
  return pluralise(total, what.replace(/s$/, ''), what)
}

interface TotalProps {
  /** Undefined while unknown. */
  total: number | undefined
  exact?: boolean | undefined
  what: string
  className?: string
}

export function Total({ total, exact, what, className = '' }: TotalProps) {
  return (
    <p role="status" className={`text-sm font-semibold tabular-nums ${className}`}>
      {total === undefined ? 'Loading...' : counted(total, what, exact)}
    </p>
  )
}
