import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Contract } from '#shared/contract/index.ts'
import { isAddressOf } from '#shared/contract-path.ts'
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

/**
 * Marks what was read for a page as old, so that a link to it reads it again: something is known to have happened there. The addresses of
 * pages and of what they show begin alike: /users/7 and /api/users/7/reviews.
 */
export function markOld(client: QueryClient, href: string): void {
  const start = `/api${href.split(/[?#]/)[0]}`
  const read = ({ queryKey }: { queryKey: QueryKey }) => urlOfKey(queryKey).startsWith(start)
  void client.invalidateQueries({ predicate: read, refetchType: 'none' })
}
