import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { ShownCard as Listing } from '#shared/contract/catalogue.ts'
import { messageOf } from '#web/lib/errors.ts'
import { useLoadedPages } from '#web/lib/use-loaded-pages.ts'
import { NextPage } from '#web/ui/next-page.tsx'
import { ListingCardSkeletons, ListingCards, ListingGrid } from './listing-grid.tsx'
import type { resultsQuery } from './queries.ts'

/** Pages that follow by themselves before the reader is asked: the page's footer must be reachable. */
const pagesInARow = 10

interface ResultsProps {
  /** The page after a cursor; undefined: the first. */
  pageAt: (cursor: string | undefined) => ReturnType<typeof resultsQuery>
  /** The address of the list from this cursor on. */
  pathAt: (cursor: string) => string
  /** Of the first of the loaded pages. */
  cursor: string | undefined
  /** Number of cards on the first screen, whose pictures load eagerly. */
  eager?: number
  action?: ((listing: Listing) => ReactNode) | undefined
}

/** The loaded pages of a list as one grid; the next one is loaded before its end is reached. */
export function Results(props: ResultsProps) {
  const [count, setCount] = useLoadedPages()
  const focusPage = useRef(0)
  return (
    <ListingGrid>
      <ResultPage
        {...props}
        number={1}
        count={count}
        focusPage={focusPage}
        onMore={(number, isPressed) => {
          if (isPressed) focusPage.current = number
          setCount(number)
        }}
      />
    </ListingGrid>
  )
}

interface ResultPageProps extends ResultsProps {
  number: number
  /** How many are loaded, from the first one on. */
  count: number
  /** The page that was last asked for by a press: its first card gets focus when it arrives. */
  focusPage: { current: number }
  onMore: (number: number, isPressed: boolean) => void
}

/** One page, loaded by its cursor, followed by the next if it is loaded. */
function ResultPage(props: ResultPageProps) {
  const { pageAt, pathAt, cursor, number, count, focusPage, onMore, eager, action } = props
  // After the page before was read again its cursor may be another one: until that page arrives, this one stays.
  const { data, error, isFetching, refetch } = useQuery({
    ...pageAt(cursor),
    placeholderData: keepPreviousData,
  })
  const mark = useRef<HTMLLIElement>(null)

  useEffect(() => {
    if (!data || focusPage.current !== number) return
    focusPage.current = 0
    mark.current?.nextElementSibling?.querySelector('a')?.focus({ preventScroll: true })
  }, [data, focusPage, number])

  if (error && !data && !isFetching) {
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

  const next = data.nextCursor
  return (
    <>
      {number > 1 && <li ref={mark} hidden />}
      <ListingCards listings={data.items} eager={number === 1 ? eager : 0} action={action} />
      {next && count > number && <ResultPage {...props} cursor={next} number={number + 1} />}
      {next && count <= number && (
        <li className="col-span-full mt-2 text-center">
          <NextPage
            href={pathAt(next)}
            label="Show more"
            onlyByPress={number % pagesInARow === 0}
            onMore={(isPressed) => onMore(number + 1, isPressed)}
          />
        </li>
      )}
    </>
  )
}
