import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { ListingCard as Listing, SortOrder } from '#shared/contract/catalogue.ts'
import { formatCount } from '#shared/money.ts'
import { type BrowseState, browsePath } from '#web/lib/browse-url.ts'
import { messageOf } from '#web/lib/errors.ts'
import { sortLabels } from '#web/lib/labels.ts'
import type { Page } from '#web/lib/query-client.ts'
import { useOpenPages } from '#web/lib/use-open-pages.ts'
import { NextPage } from '#web/ui/next-page.tsx'
import { SortSelect } from '#web/ui/sort-select.tsx'
import { ListingCardSkeletons, ListingCards, ListingGrid } from './listing-grid.tsx'
import { resultsQuery } from './queries.ts'

/** Pages that follow by themselves before the reader is asked: the page's footer must be reachable. */
const pagesInARow = 10

interface ResultsProps {
  state: BrowseState
  action?: ((listing: Listing) => ReactNode) | undefined
}

/** The open pages of a list as one grid; the next one opens before its end is reached. */
export function Results({ state, action }: ResultsProps) {
  const [open, setOpen] = useOpenPages()
  const asked = useRef(0)
  return (
    <ListingGrid>
      <ResultPage
        state={state}
        number={1}
        open={open}
        asked={asked}
        onMore={(number, isPressed) => {
          if (isPressed) asked.current = number
          setOpen(number)
        }}
        action={action}
      />
    </ListingGrid>
  )
}

interface ResultPageProps extends ResultsProps {
  number: number
  open: number
  /** The page that was last asked for by a press: its first card gets focus when it arrives. */
  asked: { current: number }
  onMore: (number: number, isPressed: boolean) => void
}

/** One page, loaded by its cursor, followed by the next if it is open. */
function ResultPage(props: ResultPageProps) {
  const { state, number, open, asked, onMore, action } = props
  const { data, error, isFetching, refetch } = useQuery(resultsQuery(state))
  const mark = useRef<HTMLLIElement>(null)

  useEffect(() => {
    if (!data || asked.current !== number) return
    asked.current = 0
    mark.current?.nextElementSibling?.querySelector('a')?.focus({ preventScroll: true })
  }, [data, asked, number])

  if (error && !isFetching) {
    return (
      <li className="col-span-full py-10 text-center" role="alert">
        <p className="font-semibold">{messageOf(error, 'These listings could not be loaded.')}</p>
        <button type="button" className="button button-outline mt-4" onClick={() => refetch()}>
          Try again
        </button>
      </li>
    )
  }
  if (!data) return <ListingCardSkeletons />

  const next = data.nextCursor ? { ...state, cursor: data.nextCursor } : null
  return (
    <>
      {number > 1 && <li ref={mark} hidden />}
      <ListingCards listings={data.items} eager={number === 1 ? 4 : 0} action={action} />
      {next && open > number && <ResultPage {...props} state={next} number={number + 1} />}
      {next && open <= number && (
        <li className="col-span-full mt-2 text-center">
          <NextPage
            href={browsePath(next)}
            label="Show more"
            onlyByPress={number % pagesInARow === 0}
            onMore={(isPressed) => onMore(number + 1, isPressed)}
          />
        </li>
      )}
    </>
  )
}

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

interface ResultOrderProps {
  state: BrowseState
  onSort: (order: string) => void
  /** The form it belongs to without JavaScript. */
  form: string
}

/** The sort order; best match is offered only for searches with words, the nearest only near a place. */
export function ResultOrder({ state, onSort, form }: ResultOrderProps) {
  const orders: SortOrder[] = ['latest', 'price-asc', 'price-desc']
  if (state.search) orders.push('relevance')
  if (state.near) orders.push('near')
  return (
    <SortSelect
      name="sortBy"
      form={form}
      value={orders.find((order) => order === state.sortBy) ?? 'latest'}
      options={orders.map((order) => [order, sortLabels[order]] as const)}
      onChoose={onSort}
    />
  )
}
