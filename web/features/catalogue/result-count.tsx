import { formatCount } from '#shared/money.ts'
import type { Page } from '#web/lib/query-client.ts'

/** '{n} listings found'; a plus marks a total that is a lower bound. */
export function ResultCount({ page, failed }: { page: Page<unknown> | undefined; failed: boolean }) {
  return (
    <p role="status" className="shrink-0 text-sm font-semibold tabular-nums md:text-base">
      {page
        ? `${formatCount(page.total)}${page.exact ? '' : '+'} listings found`
        : failed
          ? ''
          : 'Loading...'}
    </p>
  )
}
