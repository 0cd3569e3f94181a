import { useQuery } from '@tanstack/react-query'
import type { AccountAccess } from '#shared/contract/settings.ts'
import { thresholds } from '#shared/thresholds.ts'
import { apiQuery } from '#web/lib/api.ts'
import { fullDate } from '#web/lib/format.ts'
import { LoadingOrRetry, Section } from './section.tsx'
import { useShowAll } from './use-show-all.tsx'

const accessesQuery = apiQuery('GET /api/settings/accesses')

const what: Record<AccountAccess['kind'], string> = {
  ACCOUNT: 'Your account’s details: e-mail address, dates, whether it was reported',
  ACTIVITY: 'Your logins and devices',
  CASE: 'A report about you or a listing of yours, and your earlier reports and decisions',
  MESSAGES: 'The last messages of a conversation in which one of you reported the other',
  HELD: 'Messages that were held for review, or about which people were warned',
  LISTING: 'A listing of yours that others do not see',
}

/** When administrators looked at the user's private data. They are not named: see docs/trust.md. */
export function AccessesSection() {
  const { data: looks, isFetching, refetch } = useQuery({ ...accessesQuery, retryOnMount: true })
  const { shown, showAllButton } = useShowAll(looks ?? [])
  return (
    <Section
      id="accesses"
      title="Who looked at your account"
      text={`Each day on which an administrator of Oja read something of yours that others cannot see. We keep this for ${thresholds.accountAccess.retention} days.`}
    >
      {!looks ? (
        <LoadingOrRetry reading={isFetching} onRetry={() => void refetch()} />
      ) : looks.length === 0 ? (
        <p className="text-muted">Nobody did.</p>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {shown.map(({ kind, at }) => (
              <li key={`${at} ${kind}`} className="py-2.5 first:pt-0 last:pb-0">
                <p className="font-semibold">{what[kind]}</p>
                <p className="text-sm text-muted">
                  An administrator, <time dateTime={at}>{fullDate(at)}</time>
                </p>
              </li>
            ))}
          </ul>
          {showAllButton}
        </>
      )}
    </Section>
  )
}
