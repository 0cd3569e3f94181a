import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { messageOf } from '#web/lib/errors.ts'
import { basket } from '#web/ui/drawings.tsx'
import { ButtonLink, EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { lens } from '#web/ui/more-drawings.tsx'
import { adminPath } from './admin-url.ts'
import { useFilters } from './filters.tsx'
import { Pager } from './pager.tsx'
import { Heads, Table } from './table.tsx'

/** `exact` false: there are more than `total`. */
interface Counted {
  total: number
  exact?: boolean
}

interface ListFrameProps {
  what: string
  list: Pick<UseQueryResult<Counted>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** Message for a list that is empty without filters. */
  none?: { title: string; text: string } | undefined
  isEmpty: boolean
  children: ReactNode
}

/** The rows of a list with their pager, or a loading, error or empty state. */
export function ListFrame({ isEmpty, children, ...list }: ListFrameProps) {
  const { total = 0, exact = true } = list.list.data ?? {}
  return (
    <>
      {isEmpty ? <NoRows {...list} /> : children}
      {total > 0 && <Pager total={total} exact={exact} what={list.what} />}
    </>
  )
}

interface ListTableProps extends Pick<ListFrameProps, 'what' | 'none'> {
  caption: string
  list: UseQueryResult<Counted>
  titles: string[]
  /** The rows have buttons. */
  actions?: boolean
  wide?: boolean
  children: ReactElement[]
}

/** A list as a table with these columns. */
export function ListTable({ caption, list, titles, actions, wide, children, ...frame }: ListTableProps) {
  return (
    <ListFrame {...frame} list={list} isEmpty={children.length === 0}>
      <Table
        caption={caption}
        wide={wide}
        stale={list.isPlaceholderData}
        head={<Heads titles={titles} actions={actions} />}
      >
        {children}
      </Table>
    </ListFrame>
  )
}

/** One page of a list; the previous rows stay while another page loads. */
export function useList<T, K extends QueryKey>(query: UseQueryOptions<T, Error, T, K>) {
  return useQuery({ ...query, placeholderData: keepPreviousData, retryOnMount: true })
}

function NoRows({ what, list, none }: Omit<ListFrameProps, 'isEmpty' | 'children'>) {
  const { data, error, isFetching, refetch } = list
  const { state } = useFilters()
  if (!data && isFetching) return <RowsSkeleton what={what} />
  if (error)
    return (
      <div role="alert">
        <LoadFailure
          level={3}
          title={`The ${what} could not be loaded`}
          text={messageOf(error, 'Please check your connection and try again.')}
          onRetry={() => void refetch()}
        />
      </div>
    )
  if (data?.total)
    return (
      <EmptyState
        drawing={lens}
        level={3}
        title="Nothing on this page"
        text="The list has become shorter."
        action={<ButtonLink href={adminPath({ ...state, page: undefined })}>To the first page</ButtonLink>}
      />
    )
  const { tab, view, sort: _, limit: __, page: ___, ...filters } = state
  return Object.values(filters).some(Boolean) ? (
    <EmptyState
      drawing={lens}
      level={3}
      title={`No ${what} found`}
      text="Nothing matches all of this. Try other words or fewer filters."
      action={<ButtonLink href={adminPath({ tab, view })}>Clear Filters</ButtonLink>}
    />
  ) : (
    <EmptyState
      drawing={basket}
      level={3}
      {...(none ?? { title: `No ${what} yet`, text: 'They will appear here.' })}
    />
  )
}

function RowsSkeleton({ what }: { what: string }) {
  return (
    <div role="status" aria-label={`Loading ${what}`} className="card divide-y divide-line">
      {[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
        <div key={row} className="flex items-center gap-4 p-3">
          <div className="skeleton size-12 shrink-0 rounded-control" />
          <div className="min-w-0 flex-1">
            <div className="skeleton h-4 w-3/5" />
            <div className="skeleton mt-2 h-3 w-2/5" />
          </div>
          <div className="skeleton hidden h-9 w-40 md:block" />
        </div>
      ))}
    </div>
  )
}
