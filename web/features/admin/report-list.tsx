import type { AdminReport } from '#shared/contract/admin.ts'
import { api } from '#web/lib/api.ts'
import { AdminSearch } from './admin-search.tsx'
import { type AdminState, reportsQuery } from './admin-url.ts'
import { FilterSelect } from './filter-select.tsx'
import { ListFrame } from './list-frame.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { ReportRow, reportStatuses } from './report-row.tsx'
import { ReportViews } from './report-views.tsx'
import { useRowMutations } from './row-mutations.ts'
import { Heads, Table } from './table.tsx'
import { Total } from './total.tsx'
import { useDialogTarget } from './use-dialog-target.tsx'
import { useFilters } from './use-filters.ts'
import { useList } from './use-list.ts'

/** Every report of any status, newest first. */
export function ReportList({ state }: { state: AdminState }) {
  const list = useList(reportsQuery(state))
  const { data, isPlaceholderData } = list
  const acts = useRowMutations<AdminReport>()
  const dialogTarget = useDialogTarget<AdminReport>()
  const filters = useFilters(state)
  const rows = acts.shown(data?.items ?? [])

  function settle(report: AdminReport, status: 'REVIEWED' | 'ACTIONED', reason?: string) {
    dialogTarget.close()
    void acts.act({
      rows: [report],
      change: (row) => ({ ...row, status }),
      endpoint: 'PATCH /api/admin/reports/:id',
      call: () =>
        api('PATCH /api/admin/reports/:id', { params: { id: report.id }, body: { status, reason } }),
      done: () => 'Report updated',
    })
  }

  return (
    <>
      <div className="flex flex-wrap gap-2 pb-3">
        <ReportViews state={state} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
        <AdminSearch filters={filters} label="Search reports" placeholder="Reason, people, title or #id" />
        <FilterSelect
          filters={filters}
          label="Status"
          name="status"
          options={[['', 'All'], ...reportStatuses]}
          className="max-md:flex-1"
        />
        <Total total={data?.total} what="reports" />
      </div>
      <ListFrame state={state} what="reports" list={list} isEmpty={rows.length === 0}>
        <Table
          caption="Reports"
          wide
          stale={isPlaceholderData}
          head={<Heads titles={['ID', 'Type', 'About', 'Reason', 'Reporter', 'Status', 'Created']} actions />}
        >
          {rows.map((report) => (
            <ReportRow
              key={report.id}
              report={report}
              {...acts.markOf(report.id)}
              onReview={() => settle(report, 'REVIEWED')}
              onAction={() => dialogTarget.ask(report)}
            />
          ))}
        </Table>
      </ListFrame>
      {dialogTarget.render((report, dialog) => (
        <ReasonDialog
          {...dialog}
          onConfirm={(reason) => settle(report, 'ACTIONED', reason)}
          title="Report Actioned"
          description="Something was done about what was reported: the report is closed."
          confirmLabel="Mark as actioned"
          hint="What was done. Kept in the history; the reporter does not see it."
        />
      ))}
    </>
  )
}
