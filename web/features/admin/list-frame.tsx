import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AdminState } from './admin-url.ts'
import { ListState } from './list-state.tsx'
import { Pager } from './pager.tsx'

interface ListFrameProps {
  state: AdminState
  /** What the list holds, such as 'listings'. */
  what: string
  list: Pick<UseQueryResult<{ total: number }>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** What there is to say where the list is empty, unfiltered. */
  none?: { title: string; text: string }
  /** Whether there is no row to show. */
  isEmpty: boolean
  /** The table. */
  children: ReactNode
}

/** A tab's table with the way to its other pages, or what stands in its place. */
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
