import { keepPreviousData, type UndefinedInitialDataOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Page } from '#web/lib/query-client.ts'
import { useLoadedPages } from '#web/lib/use-loaded-pages.ts'
import { LoadFailure } from './load-failure.tsx'
import { NextPage } from './next-page.tsx'

/** Pages that follow by themselves before the reader is asked: the page's footer must be reachable. */
const pagesInARow = 10

interface ListPagesProps<Item> {
  /** The query of the page after a cursor; undefined: the first. */
  pageAt: (cursor: string | undefined) => UndefinedInitialDataOptions<Page<Item>>
  /** The address of the list from this cursor on. */
  pathAt: (cursor: string) => string
  /** Of this page; undefined: the first. */
  cursor: string | undefined
  /** The items of a page, each an `li`. */
  children: (items: Item[], number: number) => ReactNode
  /** Shown until a page is loaded: `li` too. */
  skeleton: ReactNode
  /** The page's place among the loaded ones, from 1. */
  number?: number
  /** Whether this page was asked for by a press: its first item gets focus when it arrives. */
  asked?: { current: boolean }
}

/** A page of a list and the loaded pages after it, as items of the caller's `ul`. The next page loads before the reader reaches the end. */
export function ListPages<Item>(props: ListPagesProps<Item>) {
  const { pageAt, pathAt, cursor, children, skeleton, number = 1, asked } = props
  const [loaded, setLoaded] = useLoadedPages()
  // After the page before was read again its cursor may be another one: until that page arrives, this one stays.
  const { data, isFetching, refetch } = useQuery({
    ...pageAt(cursor),
    placeholderData: keepPreviousData,
  })
  const mark = useRef<HTMLLIElement>(null)
  const isNextAsked = useRef(false)

  useEffect(() => {
    if (!data || !asked?.current) return
    asked.current = false
    mark.current?.nextElementSibling?.querySelector('a')?.focus({ preventScroll: true })
  }, [data, asked])

  if (!data)
    return isFetching ? (
      skeleton
    ) : (
      <li className="col-span-full">
        <LoadFailure onRetry={() => void refetch()} />
      </li>
    )

  const next = data.nextCursor
  return (
    <>
      {asked && <li ref={mark} hidden />}
      {children(data.items, number)}
      {next && loaded > number && (
        <ListPages {...props} cursor={next} number={number + 1} asked={isNextAsked} />
      )}
      {next && loaded <= number && (
        <li className="col-span-full mt-2 text-center">
          <NextPage
            href={pathAt(next)}
            label="Show more"
            onlyByPress={number % pagesInARow === 0}
            onMore={(isPressed) => {
              isNextAsked.current = isPressed
              setLoaded(number + 1)
            }}
          />
        </li>
      )}
    </>
  )
}
