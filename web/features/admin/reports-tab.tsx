import type { AdminState } from './admin-url.ts'
import { CasesDesk } from './cases-desk.tsx'
import { ReportList } from './report-list.tsx'
import { ReportViews } from './report-views.tsx'

/** The desk, where reports are settled by target; or the list of every report. */
export function ReportsTab({ state }: { state: AdminState }) {
  return state.view === 'all' ? (
    <>
      <div className="flex flex-wrap gap-2 pb-3">
        <ReportViews state={state} />
      </div>
      <ReportList state={state} />
    </>
  ) : (
    <CasesDesk state={state} />
  )
}
