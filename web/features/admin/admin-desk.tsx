import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearch } from '#web/lib/shown-location.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { type AdminState, adminTabs, deskId, readAdmin, statsQuery } from './admin-url.ts'
import { AppealsTab } from './appeals-tab.tsx'
import { CasesDesk } from './cases-desk.tsx'
import { AdminTabs, LowDiskBanner, StatLine } from './desk-head.tsx'
import { FiltersProvider } from './filters.tsx'
import { HistoryTab } from './history-tab.tsx'
import { ListingsTab } from './listings-tab.tsx'
import { Trends } from './plots/trends.tsx'
import { QueueTab } from './queue-tab.tsx'
import { ReportList } from './report-list.tsx'
import { UsersTab } from './users-tab.tsx'

/** The desk, where reports are settled by target; or the list of every report. */
const ReportsTab = ({ state }: { state: AdminState }) =>
  state.view === 'all' ? <ReportList state={state} /> : <CasesDesk state={state} />

const tabs = {
  listings: ListingsTab,
  users: UsersTab,
  reports: ReportsTab,
  held: QueueTab,
  appeals: AppealsTab,
  history: HistoryTab,
  trends: Trends,
}

/** Milliseconds. */
const lowDiskInterval = 10_000

export function AdminDesk() {
  const search = useSearch()
  const state = useMemo(() => readAdmin(new URLSearchParams(search)), [search])
  const { data: stats } = useQuery({
    ...statsQuery,
    retryOnMount: true,
    // So an administrator who frees space sees when it is enough.
    refetchInterval: ({ state: { data } }) => (data?.lowDisk ? lowDiskInterval : false),
  })
  const Tab = tabs[state.tab]
  return (
    <div className="page pt-3 pb-12 md:pt-7">
      <PageHead title="Admin Dashboard" />
      <h1 className="mb-1 text-xl font-extrabold md:text-2xl">Admin Dashboard</h1>
      {stats?.lowDisk && <LowDiskBanner disk={stats.lowDisk} />}
      <StatLine stats={stats} />
      <section ref={restoreFocus} id={deskId} aria-labelledby="desk-title" className="-scroll-mt-4">
        <h2 id="desk-title" className="sr-only mb-2 text-lg font-bold focus-visible:not-sr-only">
          {adminTabs[state.tab]}
        </h2>
        <AdminTabs
          current={state.tab}
          waiting={{
            reports: stats?.pendingReports ?? 0,
            held: stats?.openHolds ?? 0,
            appeals: stats?.openAppeals ?? 0,
          }}
        />
        <FiltersProvider state={state}>
          <Tab key={state.tab} state={state} />
        </FiltersProvider>
      </section>
    </div>
  )
}
