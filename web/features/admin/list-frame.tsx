import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AdminState } from './admin-url.ts'
import { ListState } from './list-state.tsx'
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
