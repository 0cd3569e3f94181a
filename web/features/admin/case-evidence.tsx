import { Link } from 'wouter'
import type { Case, CaseReport, Evidence, ReportedState } from '#shared/contract/cases.ts'
import { formatNaira } from '#shared/money.ts'
import { ruleTitle } from '#shared/rules.ts'
import { shortDate } from '#web/lib/dates.ts'
import { pluralise, timeAgoInline } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { Thumbnail } from '#web/ui/thumbnail.tsx'
import { adminUserPath } from './admin-url.ts'
import { actionLabels, momentOf } from './texts.ts'

/** Reports shown at once; the others are behind a press. */
const shownReports = 3

export function CaseReports({ reports, openReports }: Case) {
  const rest = reports.slice(shownReports)
  return (
    <div className="space-y-2">
      <ReportItems reports={reports.slice(0, shownReports)} />
      {rest.length > 0 && (
        <details>
          <summary className="text-xs font-semibold text-muted">
            {pluralise(openReports - shownReports, 'more report')}
          </summary>
          <div className="mt-2">
            <ReportItems reports={rest} />
          </div>
        </details>
      )}
      {openReports > reports.length && (
        <p className="text-xs text-muted">
          The oldest {reports.length} of {openReports} are shown.
        </p>
      )}
    </div>
  )
}

function ReportItems({ reports }: { reports: CaseReport[] }) {
  const now = useNow()
  return (
    <ul className="space-y-2">
      {reports.map(({ id, reason, details, createdAt, reporter, seen }) => (
        <li key={id}>
          <p className="leading-6 font-semibold">{reason}</p>
          {details && <p className="line-clamp-4 whitespace-pre-line">{details}</p>}
          <p className="text-xs text-muted">
            <Link href={paths.user(reporter.id)} className="inline-block leading-6 hover:underline">
              {reporter.fullName}
            </Link>
            {` · ${recordOf(reporter)} · `}
            {reporter.upheldAboutAt && (
              <span className="font-semibold text-danger">
                {`${pluralise(reporter.upheldAbout, 'upheld report')} about them, ${reporter.upheldAbout === 1 ? '' : 'the last '}${timeAgoInline(reporter.upheldAboutAt, now)} · `}
              </span>
            )}
            <time dateTime={createdAt} title={momentOf(createdAt)}>
              {timeAgoInline(createdAt, now)}
            </time>
            {` · #${id}`}
          </p>
          {seen && <Seen seen={seen} />}
        </li>
      ))}
    </ul>
  )
}

/** What the reporter saw, before it was changed. */
function Seen({ seen: { label, text, price, pictures } }: { seen: ReportedState }) {
  return (
    <details className="mt-1 rounded-control bg-accent-soft px-2 py-1 text-accent-ink">
      <summary className="leading-6 font-semibold">Changed since: what was reported</summary>
      <p className="font-semibold wrap-anywhere">{label}</p>
      {price !== null && <p>{formatNaira(price)}</p>}
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      {pictures.length > 0 && (
        <div className="mt-1 flex flex-wrap gap-2">
          {pictures.map((picture) => (
            <Thumbnail key={picture} url={picture} size={64} />
          ))}
        </div>
      )}
    </details>
  )
}

/** A reporter's record, such as '12 reports, 75 % upheld'. */
function recordOf({ reports, closed, upheld }: CaseReport['reporter']): string {
  if (reports === 1) return 'first report'
  const made = `${reports} reports`
  return closed === 0 ? made : `${made}, ${Math.round((100 * upheld) / closed)} % upheld`
}

/** The end of the conversation between a reporter and the owner, and what rules found. */
export function CaseEvidence({ reports, target, evidence }: Case) {
  const talks = reports.filter(({ messages }) => messages.length > 0).slice(0, 2)
  return (
    <div className="space-y-2">
      {evidence.map((one) => (
        <EvidenceItem key={`${one.kind} ${one.id}`} evidence={one} />
      ))}
      {target?.text && <p className="line-clamp-4 text-muted">{target.text}</p>}
      {talks.map((report) => (
        <Talk key={report.id} report={report} owner={target?.owner.fullName ?? ''} />
      ))}
    </div>
  )
}

const evidenceNames: Record<Evidence['kind'], string> = { HELD: 'Review queue', WARNED: 'Scam shield' }

function EvidenceItem({ evidence: { kind, text, pictures, links } }: { evidence: Evidence }) {
  return (
    <div>
      <p>
        <span className="badge badge-accent">{evidenceNames[kind]}</span> {text}
      </p>
      {pictures.length > 0 && (
        <div className="mt-1 flex gap-2">
          {pictures.map((picture) => (
            <Thumbnail key={picture} url={picture} size={64} />
          ))}
        </div>
      )}
      <p className="flex flex-wrap gap-x-3 text-xs">
        {links.map(({ label, href }) => (
          <Link key={href} href={href} className="link leading-6 font-semibold">
            {label}
          </Link>
        ))}
      </p>
    </div>
  )
}

function Talk({ report: { reporter, messages }, owner }: { report: CaseReport; owner: string }) {
  const now = useNow()
  return (
    <div>
      <p className="text-xs font-semibold text-muted">
        {reporter.fullName} and {owner}
      </p>
      <ul className="mt-1 space-y-1.5">
        {messages.map(({ from, body, attachment, createdAt }) => (
          <li key={`${createdAt} ${body}`} className="line-clamp-3" title={momentOf(createdAt)}>
            <span className="font-semibold">{from === 'OWNER' ? owner : reporter.fullName}:</span>{' '}
            {body || (attachment ? 'Image' : '')}
            <span className="text-xs text-muted"> {timeAgoInline(createdAt, now)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function OwnerHistory({ target }: Case) {
  const now = useNow()
  if (!target) return null
  const { id, fullName, createdAt, isBanned, openReports, upheldReports, upheld, acts, actCount } =
    target.owner
  return (
    <div>
      <p>
        <Link href={adminUserPath(id)} className="inline-block leading-6 font-semibold hover:underline">
          {fullName}
        </Link>
        {isBanned && <span className="badge ml-2 text-danger">Banned</span>}
      </p>
      <p className="text-xs text-muted">
        Joined {shortDate(createdAt)} ({timeAgoInline(createdAt, now)})
      </p>
      <p className="text-xs text-muted">
        {openReports} open,{' '}
        <span className={upheldReports > 0 ? 'font-semibold text-danger' : ''}>{upheldReports} upheld</span>{' '}
        reports
      </p>
      {upheld.length > 0 && (
        <ul className="mt-1 space-y-1.5 text-xs">
          {upheld.map(({ id: report, reason, label, closedAt }) => (
            <li key={report}>
              <span className="font-semibold">Upheld:</span> {reason}
              {label && <span className="text-muted"> “{label}”</span>}
              <time className="text-muted" dateTime={closedAt} title={momentOf(closedAt)}>
                {' '}
                {timeAgoInline(closedAt, now)}
              </time>
            </li>
          ))}
          {upheldReports > upheld.length && (
            <li className="text-muted">{upheldReports - upheld.length} more upheld before</li>
          )}
        </ul>
      )}
      {actCount === 0 ? (
        <p className="text-xs text-muted">Never moderated</p>
      ) : (
        <ul className="mt-1 space-y-1.5 text-xs">
          {acts.map(({ id: act, action, label, rule, reason, createdAt: at }) => (
            <li key={act} title={momentOf(at)}>
              <span className="font-semibold">{actionLabels[action]}</span> {label}
              {rule && <span className="text-muted"> {ruleTitle(rule)}</span>}
              {reason && <span className="text-muted"> “{reason}”</span>}
              <span className="text-muted"> {timeAgoInline(at, now)}</span>
            </li>
          ))}
          {actCount > acts.length && (
            <li className="text-muted">{actCount - acts.length} more acts before</li>
          )}
        </ul>
      )}
    </div>
  )
}
