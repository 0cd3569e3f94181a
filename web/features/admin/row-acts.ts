import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#web/lib/errors.ts'
import { showToast } from '#web/ui/toast.ts'

/** Answers that show what administrators change: their own lists, and all that show listings or people. */
const showsModerated = /^\/api\/(admin|listings|my-listings|users|favorites|threads)\b/

function refresh(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => showsModerated.test(String(queryKey[0])) })
}

type Mark<T> = { row: T } | { failure: string }

interface Row {
  id: number
}

interface Work<T, A> {
  rows: T[]
  /** What a row becomes, shown before the server has said so. */
  change: (row: T) => T
  call: () => Promise<A>
  /** The toast's title, once it is done. */
  done: (answer: A) => string
}

export interface RowActs<T extends Row> {
  /** The rows as they will be. */
  shown(rows: T[]): T[]
  isPending(id: number): boolean
  /** Why the last act on a row was not saved. */
  failureOf(id: number): string | undefined
  act<A>(work: Work<T, A>): Promise<void>
}

/**
 * Acts on the rows of a list. A row shows the outcome at once; where the act fails it goes back to what is true and says
 * in place that it was not saved, without a toast.
 */
export function useRowActs<T extends Row>(): RowActs<T> {
  const client = useQueryClient()
  const [marks, setMarks] = useState<ReadonlyMap<number, Mark<T>>>(new Map())

  function mark(rows: Row[], markOf: (id: number) => Mark<T> | undefined) {
    setMarks((before) => {
      const after = new Map(before)
      for (const { id } of rows) {
        const next = markOf(id)
        if (next) after.set(id, next)
        else after.delete(id)
      }
      return after
    })
  }

  return {
    shown: (rows) =>
      rows.map((row) => {
        const marked = marks.get(row.id)
        return marked && 'row' in marked ? marked.row : row
      }),
    isPending: (id) => 'row' in (marks.get(id) ?? {}),
    failureOf(id) {
      const marked = marks.get(id)
      return marked && 'failure' in marked ? marked.failure : undefined
    },
    async act({ rows, change, call, done }) {
      const changed = new Map(rows.map((row) => [row.id, change(row)]))
      mark(rows, (id) => {
        const row = changed.get(id)
        return row && { row }
      })
      try {
        const answer = await call()
        showToast({ title: done(answer) })
        await refresh(client)
        mark(rows, () => undefined)
      } catch (error) {
        await refresh(client)
        const failure = `Not saved. ${messageOf(error, 'Please check your connection and try again.')}`
        mark(rows, () => ({ failure }))
      }
    },
  }
}
