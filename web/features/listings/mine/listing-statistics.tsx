import { useRef, useState } from 'react'
import type { ListingStatistics } from '#shared/contract/sales.ts'
import { dayMs, limits, TIME_ZONE } from '#shared/limits.ts'
import { formatCount } from '#shared/money.ts'
import { useDataSaver } from '#web/lib/data-saver.tsx'
import { useIdle } from '#web/lib/idle.ts'
import { labelled } from '#web/lib/labels.ts'
import { useNow } from '#web/lib/now.tsx'
import { useInView } from '#web/lib/use-in-view.ts'
import { Plot } from '#web/ui/plots/plot.tsx'

type Series = keyof ListingStatistics['byDay']
const names: Record<Series, string> = { views: 'views', saves: 'saves', conversations: 'chats' }
const one: Record<Series, string> = { views: 'view', saves: 'save', conversations: 'chat' }

interface StatisticsProps {
  title: string
  views: number
  statistics: ListingStatistics | undefined
}

/** Views, saves and chats of a listing; the pressed one's last 30 days as a curve, which data saver leaves out. */
export function Statistics({ title, views, statistics }: StatisticsProps) {
  const [series, setSeries] = useState<Series>('views')
  const place = useRef<HTMLDivElement>(null)
  const [saving] = useDataSaver()
  const [isInView, idle] = [useInView(place), useIdle()]
  const now = useNow()
  return (
    <fieldset aria-label={`Numbers of ${title}`} className="my-listings-numbers noscript:hidden">
      {labelled(names).map(([name, many]) => {
        const count = statistics?.[name] ?? (name === 'views' ? views : null)
        return (
          <button key={name} type="button" aria-pressed={name === series} onClick={() => setSeries(name)}>
            <strong>{count === null ? '–' : formatCount(count)}</strong> {count === 1 ? one[name] : many}
          </button>
        )
      })}
      <div ref={place} className="my-listings-curve">
        {isInView && idle && !saving && statistics && (
          <Curve series={series} values={statistics.byDay[series]} now={now} />
        )}
      </div>
    </fieldset>
  )
}

/** `now`: milliseconds, on the last day. */
function Curve({ series, values, now }: { series: Series; values: number[]; now: number }) {
  const total = values.reduce((sum, value) => sum + value, 0)
  const labels = values.map((_, index) => shortDay(now - (values.length - 1 - index) * dayMs))
  const label =
    total === 0
      ? `No ${names[series]} in the last ${limits.ownListings.days} days`
      : `${names[series]} per day, the last ${limits.ownListings.days} days: ${formatCount(total)} in all, at most ${formatCount(Math.max(...values))} on one day`
  return <Plot label={label} spec={{ kind: 'line', tone: 'brand', small: true, labels, values }} />
}

/** '5 Mar', in Nigeria. */
const shortDay = (time: number) =>
  new Intl.DateTimeFormat('en-NG', { day: 'numeric', month: 'short', timeZone: TIME_ZONE }).format(time)
