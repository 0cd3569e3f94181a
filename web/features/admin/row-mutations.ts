import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#web/lib/errors.ts'
import { refreshChanged, type WriteKey } from '#web/lib/refresh-changed.ts'
import { showToast } from '#web/ui/toast.ts'

interface RowError {
  text: string
  isBulk: boolean
}

export interface RowMark {
  pending: boolean
  failure?: RowError
}

type Mark<T> = { row: T } | { failure: RowError }

interface Row {
  id: number
}

interface RowAction<T, A> {
  rows: T[]
  isBulk?: boolean
  /** The optimistic state of a row, before the server responds. */
  change: (row: T) => T
  call: () => Promise<A>
  /** The endpoint that `call` calls: what it changes is read again, also where it fails. */
  endpoint: WriteKey
  successText: (answer: A) => string
}

export interface RowMutations<T extends Row> {
  shown(rows: T[]): T[]
  /** Whether an action on a row is in progress, and why the last one was not saved. */
  markOf(id: number): RowMark
  run<A>(action: RowAction<T, A>): Promise<void>
}

/**
 * Optimistic actions on the rows of a list. A row shows the outcome at once; on failure it is rolled back and shows the error in
 * place, without a toast.
 */
export function useRowMutations<T extends Row>(): RowMutations<T> {
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
    markOf(id) {
      const marked = marks.get(id)
      return marked && 'failure' in marked
        ? { pending: false, failure: marked.failure }
        : { pending: marked !== undefined }
    },
    async run({ rows, isBulk = false, change, call, endpoint, successText }) {
      const changed = new Map(rows.map((row) => [row.id, change(row)]))
      mark(rows, (id) => {
        const row = changed.get(id)
        return row && { row }
      })
      try {
        const answer = await call()
        showToast({ title: successText(answer) })
        await refreshChanged(client, endpoint)
        mark(rows, () => undefined)
      } catch (error) {
        await refreshChanged(client, endpoint)
        const text = `Not saved. ${messageOf(error, 'Please check your connection and try again.')}`
        mark(rows, () => ({ failure: { text, isBulk } }))
      }
    },
  }
}
