import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { limits } from '#shared/limits.ts'
import { formatCount } from '#shared/money.ts'
import { Options } from '#web/ui/field.tsx'
import { adminPath } from './admin-url.ts'
import { useFilters } from './filters.tsx'
import { counted } from './total.tsx'

interface PagerProps {
  total: number
  /** False: there are more, and further pages. */
  exact: boolean
  what: string
}

const step = 'button button-outline px-3 text-sm'
const sizes = limits.adminPageSizes.map((size) => [String(size), `${size} a page`] as const)

/** Position in a list, links to the previous and next page, and the page size. */
export function Pager({ total, exact, what }: PagerProps) {
  const { state, shown, go } = useFilters()
  const page = Number(state.page ?? 1)
  const limit = Number(state.limit ?? limits.adminPageSize)
  const pages = Math.max(1, Math.ceil(total / limit))
  const first = (page - 1) * limit + 1
  const last = exact ? Math.min(total, page * limit) : page * limit
  const to = (number: number) => adminPath({ ...state, page: String(number) })

  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 text-sm tabular-nums"
    >
      <p className="text-muted">
        {first <= last ? `${formatCount(first)}–${formatCount(last)} of ` : ''}
        {counted(total, what, exact)}
      </p>
      <div className="flex flex-wrap items-center gap-2 max-md:w-full max-md:justify-between">
        <select
          aria-label="Page size"
          value={shown.limit ?? String(limits.adminPageSize)}
          onChange={(event) => go({ limit: event.target.value })}
          className="input min-h-11 w-auto py-2 pr-8 text-sm"
        >
          <Options of={sizes} />
        </select>
        <div className="flex items-center gap-2">
          {page > 1 ? (
            <Link
              href={to(exact ? Math.min(page - 1, pages) : page - 1)}
              className={step}
              aria-label="Previous page"
            >
              <ChevronLeft size={18} />
            </Link>
          ) : (
            <span className={`${step} pointer-events-none opacity-40`} aria-hidden>
              <ChevronLeft size={18} />
            </span>
          )}
          <span className="px-1 font-semibold">
            Page {formatCount(page)} of {formatCount(pages)}
            {exact ? '' : '+'}
          </span>
          {page < pages || !exact ? (
            <Link href={to(page + 1)} className={step} aria-label="Next page">
              <ChevronRight size={18} />
            </Link>
          ) : (
            <span className={`${step} pointer-events-none opacity-40`} aria-hidden>
              <ChevronRight size={18} />
            </span>
          )}
        </div>
      </div>
    </nav>
  )
}
