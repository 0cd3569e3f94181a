import { Check, Gavel, Package, User } from 'lucide-react'
import { Link } from 'wouter'
import type { AdminReport } from '#shared/contract/admin.ts'
import type { ReportStatus } from '#shared/contract/reports.ts'
import { api } from '#web/lib/api.ts'
import { statusLabels } from '#web/lib/labels.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { useDialogTarget } from '#web/ui/use-dialog-target.tsx'
import { AdminSearch } from './admin-search.tsx'
import { type AdminState, adminListingPath, adminUserPath, reportsQuery } from './admin-url.ts'
import { FilterSelect } from './filters.tsx'
import { ListTable, useList } from './list-frame.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { ReportViews } from './report-views.tsx'
import { RowButton } from './row-button.tsx'
import { type RowMark, useRowMutations } from './row-mutations.ts'
import { RowFailure, wideCell, wideRow } from './table.tsx'
import { Total } from './total.tsx'
import { ActionsCell, IdCell, Thumb, TimeCell } from './wide-cells.tsx'

/** Every report of any status, newest first. */
export function ReportList({ state }: { state: AdminState }) {
  const list = useList(reportsQuery(state))
  const { data } = list
  const mutations = useRowMutations<AdminReport>()
  const dialogTarget = useDialogTarget<AdminReport>()
  const rows = mutations.shown(data?.items ?? [])

  function settle(report: AdminReport, status: 'REVIEWED' | 'ACTIONED', reason?: string) {
    dialogTarget.close()
    void mutations.run({
      rows: [report],
      change: (row) => ({ ...row, status }),
      endpoint: 'PATCH /api/admin/reports/:id',
      call: () =>
        api('PATCH /api/admin/reports/:id', { params: { id: report.id }, body: { status, reason } }),
      successText: () => 'Report updated',
    })
  }

  return (
    <>
      <div className="flex flex-wrap gap-2 pb-3">
        <ReportViews state={state} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
        <AdminSearch label="Search reports" placeholder="Reason, people, title or #id" />
        <FilterSelect
          label="Status"
          name="status"
          options={[['', 'All'], ...reportStatuses]}
          className="max-md:flex-1"
        />
        <Total total={data?.total} exact={data?.exact} what="reports" />
      </div>
      <ListTable
        caption="Reports"
        what="reports"
        list={list}
        titles={['ID', 'Type', 'About', 'Reason', 'Reporter', 'Status', 'Created']}
        actions
        wide
      >
        {rows.map((report) => (
          <ReportRow
            key={report.id}
            report={report}
            {...mutations.markOf(report.id)}
            onReview={() => settle(report, 'REVIEWED')}
            onAction={() => dialogTarget.ask(report)}
          />
        ))}
      </ListTable>
      {dialogTarget.render((report, dialog) => (
        <ReasonDialog
          {...dialog}
          onConfirm={({ reason }) => settle(report, 'ACTIONED', reason)}
          title="Report Actioned"
          description="Something was done about what was reported: the report is closed."
          confirmLabel="Mark as actioned"
          hint="What was done. Kept in the history; the reporter does not see it."
        />
      ))}
    </>
  )
}

const statusNames: Record<ReportStatus, string> = { NEW: 'New', REVIEWED: 'Reviewed', ACTIONED: 'Actioned' }
const reportStatuses = Object.entries(statusNames)

const statusBadge: Record<ReportStatus, string> = {
  NEW: 'badge badge-accent',
  REVIEWED: 'badge',
  ACTIONED: 'badge badge-brand',
}

interface ReportRowProps extends RowMark {
  report: AdminReport
  onReview: () => void
  onAction: () => void
}

/** A report with the reported thing; only a new one can be closed. */
function ReportRow({ report, pending, failure, onReview, onAction }: ReportRowProps) {
  const { id, targetType, reason, details, status, createdAt, reporter } = report
  const Icon = targetType === 'LISTING' ? Package : User
  const button = { of: `report ${id}`, pending }
  return (
    <tr aria-busy={pending} className={`${wideRow} align-top`}>
      <IdCell id={id} />
      <td className={`${wideCell} max-lg:order-1 lg:whitespace-nowrap`}>
        <span className="inline-flex items-center gap-1.5 max-lg:text-xs">
          <Icon size={15} className="text-muted" />
          {targetType === 'LISTING' ? 'Listing' : 'User'}
        </span>
      </td>
      <td className={`${wideCell} max-lg:order-2 max-lg:col-span-3 lg:max-w-64`}>
        <Target report={report} />
      </td>
      <td className={`${wideCell} max-lg:order-2 max-lg:col-span-3 lg:max-w-72`}>
        <p className="font-semibold">{reason}</p>
        {details && <p className="mt-0.5 line-clamp-4 whitespace-pre-line text-muted">{details}</p>}
        <RowFailure {...failure} />
      </td>
      <td className={`${wideCell} max-lg:order-2 max-lg:col-span-2`}>
        <span className="text-muted lg:hidden">By </span>
        <Link href={paths.user(reporter.id)} className="inline-block leading-6 hover:underline">
          {reporter.fullName}
        </Link>
      </td>
      <td className={`${wideCell} max-lg:order-1 max-lg:justify-self-end`}>
        <span className={statusBadge[status]}>{statusNames[status]}</span>
      </td>
      <TimeCell moment={createdAt} className="max-lg:order-2" />
      <ActionsCell settled={status !== 'NEW'}>
        <RowButton {...button} Icon={Check} label="Review" onClick={onReview} />
        <RowButton {...button} Icon={Gavel} label="Action" onClick={onAction} />
      </ActionsCell>
    </tr>
  )
}

const stateNames: Record<string, string> = { ...statusLabels, DELETED: 'Deleted', BANNED: 'Banned' }

/** The reported listing or user: picture, link, present state, and number of other reports. */
function Target({ report: { targetType, targetId, target, status, openOnTarget } }: { report: AdminReport }) {
  if (!target) return <span className="text-muted">No longer there (#{targetId})</span>
  const isListing = targetType === 'LISTING'
  const more = openOnTarget - (status === 'NEW' ? 1 : 0)
  const manage = isListing ? adminListingPath(targetId) : adminUserPath(targetId)
  return (
    <div className="flex items-center gap-3">
      {isListing ? (
        <Thumb picture={target.picture} Icon={Package} />
      ) : (
        <Avatar url={target.picture} name={target.label} size={48} />
      )}
      <div className="min-w-0">
        <Link
          href={isListing ? paths.listing(targetId) : paths.user(targetId)}
          className="line-clamp-2 leading-6 font-semibold hover:underline"
        >
          {target.label}
        </Link>
        <p className="relative flex flex-wrap items-center gap-x-2 text-xs text-muted">
          {target.state !== 'ACTIVE' && <span>{stateNames[target.state] ?? target.state}</span>}
          {isListing && <span>of {target.owner.fullName}</span>}
          <Link href={manage} className="link leading-6 font-semibold">
            Manage<span className="sr-only"> {target.label}</span>
          </Link>
        </p>
        {more > 0 && (
          <p className="text-xs font-semibold text-danger">
            {more} more open {more === 1 ? 'report' : 'reports'}
          </p>
        )}
      </div>
    </div>
  )
}
