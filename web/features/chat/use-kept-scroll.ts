import { type RefObject, useLayoutEffect } from 'react'
import { useSearch } from '#web/lib/shown-location.tsx'

/** Scroll positions of the list in pixels by history entry, while the page is open. */
const positions = new Map<string, number>()

/** The id that `web/app/scroll.ts` gave the entry. */
const entryId = () => (history.state as { entry?: string } | null)?.entry ?? ''

/** Scrolls the list of conversations to where it was at this entry, such as after a listing that a conversation led to; returns its `onScroll`. */
export function useKeptScroll(list: RefObject<HTMLElement | null>): () => void {
  const search = useSearch()
  const keep = () => {
    // Without a height it is hidden, as on phones behind a conversation.
    if (list.current?.clientHeight) positions.set(entryId(), list.current.scrollTop)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address of the page is another entry.
  useLayoutEffect(() => {
    const known = positions.get(entryId())
    if (known === undefined) keep()
    else list.current?.scrollTo({ top: known, behavior: 'instant' })
  }, [search])
  return keep
}
