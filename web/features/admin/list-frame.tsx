import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '#web/lib/errors.ts'
import { basket } from '#web/ui/drawings.tsx'
import { ButtonLink, EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { lens } from '#web/ui/more-drawings.tsx'
import { type AdminState, adminPath } from './admin-url.ts'
import { Pager } from './pager.tsx'

interface ListFrameProps {
  state: AdminState
  /** What the list contains, such as 'listings'. */
  what: string
  list: Pick<UseQueryResult<{ total: number }>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** Message for a list that is empty without filters. */
  none?: { title: string; text: string }
  isEmpty: boolean
  children: ReactNode
}

/** A tab's table with its pager, or a loading, error or empty state. */
export function ListFrame({ state, what, none, list, isEmpty, children }: ListFrameProps) {
  const { data, error, isFetching, refetch } = list
  return (
    <>
      {isEmpty ? (
        <ListState
          state={state}
          what={what}
          none={none}
          error={error}
          isLoading={!data && isFetching}
          onRetry={() => void refetch()}
          total={data?.total}
        />
      ) : (
        children
      )}
      {data && data.total > 0 && <Pager state={state} total={data.total} what={what} />}
    </>
  )
}

/** One page of a list; the previous rows stay while another page loads. */
export function useList<T, K extends QueryKey>(query: UseQueryOptions<T, Error, T, K>) {
  return useQuery({ ...query, placeholderData: keepPreviousData, retryOnMount: true })
}

interface ListStateProps {
  state: AdminState
  what: string
  none: { title: string; text: string } | undefined
  /** The first read failed, and none is in progress. */
  error: unknown
  isLoading: boolean
  onRetry: () => void
  /** Rows on all pages; undefined while unknown. */
  total: number | undefined
}

/** Loading, error, no-match and empty states of a list. */
function ListState({ state, what, none, error, isLoading, onRetry, total }: ListStateProps) {
  if (isLoading) return <RowsSkeleton what={what} />
  if (error)
    return (
      <div role="alert">
        <LoadFailure
          level={3}
          title={`The ${what} could not be loaded`}
          text={messageOf(error, 'Please check your connection and try again.')}
          onRetry={onRetry}
        />
      </div>
    )
  if (total)
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
      {...(none ?? { title: `No ${what} yet`, text: 'They will stand here.' })}
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
