import { useId } from 'react'
import type { AdminReport } from '#shared/contract/admin.ts'
import { api } from '#web/lib/api.ts'
import { AdminSearch } from './admin-search.tsx'
import { type AdminState, reportsQuery } from './admin-url.ts'
import { FilterSelect } from './filter-select.tsx'
import { ListFrame } from './list-frame.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { ReportRow, reportStatuses } from './report-row.tsx'
import { useRowMutations } from './row-mutations.ts'
import { Heads, Table } from './table.tsx'
import { Total } from './total.tsx'
import { useDialogTarget } from './use-dialog-target.ts'
import { useList } from './use-list.ts'
import { useOptimisticAddress } from './use-optimistic-address.ts'

/** Every report of any status, newest first. */
export function ReportList({ state }: { state: AdminState }) {
  const list = useList(reportsQuery(state))
  const { data, isPlaceholderData } = list
  const acts = useRowMutations<AdminReport>()
  const dialogTarget = useDialogTarget<AdminReport>()
  const { shown, go } = useOptimisticAddress(state)
  const form = useId()
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
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
        <AdminSearch
          state={state}
          form={form}
          label="Search reports"
          placeholder="Reason, people, title or #id"
        />
        <FilterSelect
          label="Status"
          name="status"
          form={form}
          value={shown.status ?? ''}
          options={[['', 'All'], ...reportStatuses]}
          onChoose={(status) => go({ status })}
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
              pending={acts.isPending(report.id)}
              failure={acts.failureOf(report.id)}
              onReview={() => settle(report, 'REVIEWED')}
              onAction={() => dialogTarget.ask(report)}
            />
          ))}
        </Table>
      </ListFrame>
      {dialogTarget.about && (
        <ReasonDialog
          key={dialogTarget.time}
          open={dialogTarget.open}
          onClose={dialogTarget.close}
          onConfirm={(reason) => dialogTarget.about && settle(dialogTarget.about, 'ACTIONED', reason)}
          title="Report Actioned"
          description="Something was done about what was reported: the report is closed."
          confirmLabel="Mark as actioned"
          hint="What was done. Kept in the history; the reporter does not see it."
        />
      )}
    </>
  )
}
