import { useQuery } from '@tanstack/react-query'
import type { TransparencyMonth } from '#shared/contract/transparency.ts'
import { formatCount } from '#shared/money.ts'
import { rulePath, rulesPath, ruleTitle } from '#shared/rules.ts'
import { apiQuery } from '#web/lib/api.ts'
import { monthAndYear, pluralise } from '#web/lib/format.ts'
import { Article } from '#web/ui/article.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

const monthsQuery = apiQuery('GET /api/transparency')
export const queries = () => [monthsQuery]

/** /transparency: what moderation did, by month. */
export function Page() {
  const { data: months, isError, refetch } = useQuery(monthsQuery)
  return (
    <>
      <PageHead
        title="Moderation in numbers"
        description="How many reports Oja gets, how fast they are decided, what moderators do, and how often an appeal succeeds."
        canonical="/transparency"
      />
      <Article
        title="Moderation in numbers"
        intro="What people reported, what our moderators did, and how often they were wrong. Counted by the server, month by month."
      >
        <ul>
          <li>
            <strong>Reports</strong> are what people told us about listings and members. Upheld: they were
            right, and we acted. Dismissed: we found nothing that breaks the rules.
          </li>
          <li>
            <strong>Half decided within</strong> is the median: half of the month’s decisions took less time
            from the report, half took more.
          </li>
          <li>
            <strong>Acts</strong> are what our moderators did about listings, photos, messages, reviews and
            accounts, each by one of <a href={rulesPath}>the rules</a>. Messages wait by a program’s count of
            warnings; a moderator looks at each such account.
          </li>
          <li>
            <strong>Appeals</strong> are decisions that somebody asked us to look at again. Succeeded: we were
            wrong, and took it back. Dismissed: the decision stays.
          </li>
        </ul>
        {months?.map((month) => (
          <Month key={month.month} {...month} />
        ))}
        {months?.length === 0 && <p>Nothing has been reported or decided yet.</p>}
        {!months && isError && (
          <LoadFailure title="The numbers could not be loaded" onRetry={() => void refetch()} />
        )}
      </Article>
    </>
  )
}

function Month({ month, reports, acts, rules, appeals }: TransparencyMonth) {
  const decided = reports.actioned + reports.reviewed
  const answered = appeals.upheld + appeals.overturned
  const done = [
    acts.hidden > 0 && `${pluralise(acts.hidden, 'listing')} hidden`,
    acts.deleted > 0 && `${pluralise(acts.deleted, 'listing')} deleted`,
    acts.rejected > 0 && `${pluralise(acts.rejected, 'listing')} not released from review`,
    acts.photos > 0 && `${pluralise(acts.photos, 'copied photo')} marked for buyers`,
    acts.messages > 0 && `${pluralise(acts.messages, 'message')} not delivered`,
    acts.waiting > 0 && `messages of ${pluralise(acts.waiting, 'account')} held back`,
    acts.senders > 0 && `messages of ${pluralise(acts.senders, 'account')} refused`,
    acts.reviews > 0 && `reviews deleted in ${pluralise(acts.reviews, 'case')}`,
    acts.banned > 0 && `${pluralise(acts.banned, 'account')} banned`,
  ].filter(Boolean)
  return (
    <>
      <h2 id={month}>{monthAndYear(`${month}-01T00:00:00Z`)}</h2>
      <ul>
        <li>
          <strong>Reports:</strong> {formatCount(reports.received)} received, {formatCount(decided)} decided
          {decided > 0 &&
            `: ${formatCount(reports.actioned)} upheld, ${formatCount(reports.reviewed)} dismissed`}
        </li>
        {reports.medianSeconds !== null && (
          <li>
            <strong>Half decided within:</strong> {duration(reports.medianSeconds)}
          </li>
        )}
        <li>
          <strong>Acts:</strong> {done.join(', ') || 'none'}
        </li>
        {rules.length > 0 && (
          <li>
            <strong>By rule:</strong>{' '}
            {rules.map(({ rule, count }, index) => (
              <span key={rule}>
                {index > 0 && ', '}
                {rule ? <a href={rulePath(rule)}>{ruleTitle(rule)}</a> : 'none named'} {formatCount(count)}
              </span>
            ))}
          </li>
        )}
        <li>
          <strong>Appeals:</strong> {formatCount(appeals.received)} received, {formatCount(answered)} decided
          {answered > 0 &&
            `: ${formatCount(appeals.overturned)} succeeded (${Math.round((100 * appeals.overturned) / answered)} %), ${formatCount(appeals.upheld)} dismissed`}
        </li>
      </ul>
    </>
  )
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** '5 hours' for seconds, rounded; in days from two days on. */
function duration(seconds: number): string {
  for (const [unit, length] of units) {
    const count = Math.round(seconds / length)
    if (count >= 2 || (unit === 'minute' && count >= 1)) return pluralise(count, unit)
  }
  return 'a minute'
}
