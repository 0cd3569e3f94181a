import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearch } from 'wouter'
import { PageHead } from '#web/ui/page-head.tsx'
import { AdminTabs } from './admin-tabs.tsx'
import { adminTabs, deskId, readAdmin, statsQuery } from './admin-url.ts'
import { HeldTab } from './held-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { ListingsTab } from './listings-tab.tsx'
import { Trends } from './plots/trends.tsx'
import { ReportsTab } from './reports-tab.tsx'
import { StatCards } from './stat-cards.tsx'
import { UsersTab } from './users-tab.tsx'

const tabs = {
  listings: ListingsTab,
  users: UsersTab,
  reports: ReportsTab,
  held: HeldTab,
  history: HistoryTab,
}

/** The administrators' page: numbers, plots, and the lists with what can be done. */
export function AdminDesk() {
  const search = useSearch()
  const state = useMemo(() => readAdmin(new URLSearchParams(search)), [search])
  const { data: stats } = useQuery({ ...statsQuery, retryOnMount: true })
  const Tab = tabs[state.tab]
  return (
    <div className="page pt-5 pb-12 md:pt-7">
      <PageHead title="Admin Dashboard" />
      <h1 className="mb-4 text-2xl font-extrabold md:mb-5">Admin Dashboard</h1>
      <StatCards stats={stats} />
      <Trends />
      <section id={deskId} aria-labelledby="desk-title" className="-scroll-mt-4 pt-5">
        <h2 id="desk-title" className="sr-only">
          {adminTabs[state.tab]}
        </h2>
        <AdminTabs
          current={state.tab}
          waiting={{ reports: stats?.pendingReports ?? 0, held: stats?.openHolds ?? 0 }}
        />
        <Tab key={state.tab} state={state} />
      </section>
    </div>
  )
}
