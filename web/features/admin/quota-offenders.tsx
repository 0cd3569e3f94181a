import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { formatCount } from '#shared/money.ts'
import { timeAgoInline } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { adminUserPath, stoppedQuery } from './admin-url.ts'
import { dayOf } from './dates.ts'
import { quotaMessages } from './queue-messages.ts'

/** Accounts that reached their quotas repeatedly; renders nothing without any. */
export function StoppedList() {
  const { data: stopped = [] } = useQuery({ ...stoppedQuery, retryOnMount: true })
  const now = useNow()
  if (stopped.length === 0) return null
  return (
    <section aria-labelledby="stopped-title" className="mt-8">
      <h3 id="stopped-title" className="text-lg font-bold">
        Stopped by their quotas
      </h3>
      <p className="mt-0.5 text-sm text-muted">Three times or more in the last seven days.</p>
      <ul className="card mt-3 divide-y divide-line text-sm">
        {stopped.map(({ user, quota, hits, lastAt }) => (
          <li key={`${user.id} ${quota}`} className="flex flex-wrap items-center gap-x-4 gap-y-1 p-3">
            <Link
              href={adminUserPath(user.id)}
              className="min-w-40 flex-1 leading-6 font-semibold hover:underline"
            >
              {user.fullName}
            </Link>
            {user.isBanned && <span className="badge text-danger">Banned</span>}
            <span>
              {formatCount(hits)} times at {quotaMessages[quota]}
            </span>
            <span className="text-muted">
              last {timeAgoInline(lastAt, now)}, joined {dayOf(user.createdAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
