import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { isAddressOf } from '#shared/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import { changesOf, pathsShowing } from './endpoint-facts.ts'
import { urlOfKey } from './query-client.ts'

export type WriteKey = Exclude<keyof Contract, `GET ${string}`>

/** Invalidates the reads that show what a write changes: those on the screen are read again now, others when they are next shown. */
export async function refreshChanged(client: QueryClient, write: WriteKey): Promise<void> {
  const paths = changesOf[write]?.flatMap((subject) => pathsShowing[subject] ?? []) ?? []
  const changed = {
    predicate: ({ queryKey }: { queryKey: QueryKey }) =>
      paths.some((path) => isAddressOf(path, urlOfKey(queryKey))),
  }
  // A first read that is under way may lack the change, and `invalidateQueries` would wait for it instead of reading again.
  await client.cancelQueries(changed)
  await client.invalidateQueries(changed)
}
