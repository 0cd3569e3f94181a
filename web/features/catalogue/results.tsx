import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import type { ListingCard as Listing } from '#shared/contract/catalogue.ts'
import { type BrowseState, browsePath } from '#web/lib/browse-url.ts'
import { messageOf } from '#web/lib/errors.ts'
import { ListingCardSkeletons, ListingCards, ListingGrid } from './listing-grid.tsx'
import { resultsQuery } from './queries.ts'
import { useOpenPages } from './use-open-pages.ts'

interface ResultsProps {
  state: BrowseState
  action?: ((listing: Listing) => ReactNode) | undefined
}

/** The pages of a list that are open, as one grid, and the way to the next one. */
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
        onMore={(number) => {
          asked.current = number
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
  /** The page that was just asked for: its first card gets the focus when it is here. */
  asked: { current: number }
  onMore: (number: number) => void
}

/** One page, read by its cursor, then the next if it is open. */
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
      {next && open <= number && <ShowMore state={next} onMore={() => onMore(number + 1)} />}
    </>
  )
}

/** A real link to the next page; with JavaScript the page is added below instead. */
function ShowMore({ state, onMore }: { state: BrowseState; onMore: () => void }) {
  function add(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    onMore()
  }
  return (
    <li className="col-span-full mt-2 text-center">
      <a href={browsePath(state)} rel="next" className="button button-outline min-w-48" onClick={add}>
        Show more
      </a>
    </li>
  )
}
