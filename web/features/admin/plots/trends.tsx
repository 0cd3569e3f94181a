import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AdminTrends } from '#shared/contract/admin.ts'
import { formatCount } from '#shared/money.ts'
import { shortDay } from '#web/features/admin/texts.ts'
import { useIdle } from '#web/lib/idle.ts'
import { useInView } from '#web/lib/use-in-view.ts'
import { Plot } from '#web/ui/plots/plot.tsx'
import { trendsQuery } from '../admin-url.ts'
import { PlotTable } from './plot-table.tsx'

const series = {
  signUps: 'Sign-ups',
  listings: 'Listings',
  messages: 'Messages',
  reports: 'Reports',
} as const
type Series = keyof typeof series

/** A plot's frame; on phones and tablets they form a row to swipe. */
const frame = 'card relative min-w-0 shrink-0 snap-start p-4 max-lg:w-[min(21rem,88%)]'

const statesShown = 10

/**
 * The last 90 days, and active listings by state. Nothing is loaded before the browser is idle and the plots are near the
 * screen; each plot has a table of its numbers.
 */
export function Trends() {
  const box = useRef<HTMLDivElement>(null)
  const isInView = useInView(box)
  const idle = useIdle()
  const { data, error, isFetching, refetch } = useQuery({ ...trendsQuery, enabled: isInView && idle })
  return (
    <div
      ref={box}
      className="-mx-4 mt-3 flex snap-x scroll-px-4 gap-3 relative overflow-x-auto px-4 pb-1 md:-mx-8 md:scroll-px-8 md:px-8 lg:mx-0 lg:grid lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)] lg:overflow-visible lg:p-0 lg:has-[details[open]]:items-start"
    >
      {data ? (
        <Plots trends={data} />
      ) : error && !isFetching ? (
        <div role="alert" className="card flex items-center justify-center gap-4 p-6 lg:col-span-3">
          <p>The plots could not be loaded.</p>
          <button type="button" className="button button-outline" onClick={() => void refetch()}>
            Try again
          </button>
        </div>
      ) : (
        ['days', 'categories', 'states'].map((plot) => (
          <div key={plot} className={`${frame} h-115 lg:h-84`}>
            <div className="skeleton h-5 w-32" />
            <div className="skeleton mt-4 h-[calc(100%-3rem)]" />
          </div>
        ))
      )}
    </div>
  )
}

function Plots({ trends: { days, byCategory, byState } }: { trends: AdminTrends }) {
  const labels = days.map(({ day }) => shortDay(day))
  const states = withOthers(byState, statesShown)
  return (
    <>
      <figure className={`${frame} flex flex-col lg:min-h-84`}>
        <figcaption className="text-sm font-bold">Last 90 days</figcaption>
        <div className="mt-2 grid flex-1 gap-x-6 gap-y-2 lg:grid-cols-2 lg:gap-y-3">
          {(Object.keys(series) as Series[]).map((name) => {
            const values = days.map((day) => day[name])
            const total = values.reduce((sum, value) => sum + value, 0)
            return (
              <div key={name} className="flex min-w-0 flex-col">
                <p className="flex items-baseline justify-between gap-2 text-sm text-muted">
                  {series[name]}
                  <span className="text-base font-extrabold text-ink tabular-nums">{formatCount(total)}</span>
                </p>
                <div className="relative h-20 lg:h-auto lg:min-h-20 lg:flex-1">
                  <Plot
                    label={`${series[name]} per day, the last 90 days: ${total} in all, at most ${Math.max(...values)} on one day`}
                    spec={{ kind: 'line', tone: name === 'reports' ? 'accent' : 'brand', labels, values }}
                  />
                </div>
              </div>
            )
          })}
        </div>
        <PlotTable
          caption="Last 90 days"
          columns={['Day', ...Object.values(series)]}
          rows={days
            .map((day) => [shortDay(day.day), ...(Object.keys(series) as Series[]).map((name) => day[name])])
            .reverse()}
        />
      </figure>
      <Shares title="Active listings by category" what="Category" shares={byCategory} rows={byCategory} />
      <Shares title="Active listings by state" what="State" shares={states} rows={byState} />
    </>
  )
}

interface SharesProps {
  title: string
  what: string
  shares: AdminTrends['byState']
  rows: AdminTrends['byState']
}

function Shares({ title, what, shares, rows }: SharesProps) {
  return (
    <figure className={`${frame} flex min-h-84 flex-col`}>
      <figcaption className="text-sm font-bold">{title}</figcaption>
      {shares.length > 0 ? (
        <>
          <div className="relative mt-2 min-h-60 flex-1">
            <Plot
              label={`${title}: ${shares.map(({ name, count }) => `${name} ${count}`).join(', ')}`}
              spec={{
                kind: 'bars',
                labels: shares.map(({ name }) => name),
                values: shares.map(({ count }) => count),
                rest: shares.length < rows.length,
              }}
            />
          </div>
          <PlotTable
            caption={title}
            columns={[what, 'Listings']}
            rows={rows.map(({ name, count }) => [name, count])}
          />
        </>
      ) : (
        <p className="m-auto text-sm text-muted">No active listings yet</p>
      )}
    </figure>
  )
}

interface Named {
  name: string
  count: number
}

/** The first ones (largest first) and, as the last, all the others together. */
function withOthers(all: Named[], shown: number): Named[] {
  const rest = all.slice(shown)
  if (rest.length < 2) return all
  const count = rest.reduce((sum, one) => sum + one.count, 0)
  return [...all.slice(0, shown), { name: `${rest.length} others`, count }]
}
