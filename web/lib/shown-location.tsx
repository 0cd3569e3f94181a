import { createContext, type ReactNode, startTransition, useContext, useLayoutEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { createEmitter, listen } from './events.ts'
import { isPrivateStorageClosed } from './private-storage.ts'

/** The address of the page on the screen. */
interface ShownLocation {
  path: string
  /** The query, without its question mark. */
  search: string
  /** Identifies the visit of the page: the same while the page only changes its own address, such as to that of a draft that was saved. */
  visit?: object | undefined
}

const ShownLocationContext = createContext<ShownLocation>({ path: '', search: '' })
const shown = createEmitter<[ShownLocation]>()

/**
 * Calls back when a page is on the screen that was navigated to, and when the entry of the history behind the present one changes. After
 * `pushState` the last page stays until the next one is rendered: what belongs to a page follows this instead of that event.
 */
export const onLocationShown = shown.subscribe

function present(): ShownLocation {
  return { path: location.pathname, search: location.search.slice(1), visit: {} }
}

interface ShownLocationProviderProps {
  /** The address, on the server. */
  initial: ShownLocation | undefined
  children: ReactNode
}

/**
 * Follows the address for wouter. A link is followed in a transition: React renders the next page in small steps and responds to input
 * meanwhile. wouter's own hook renders it in one task, which takes a cheap phone a tenth of a second. The way back is immediate, and so
 * are changes of the present entry, to which fields may be bound.
 */
export function ShownLocationProvider({ initial, children }: ShownLocationProviderProps) {
  const [current, setCurrent] = useState(initial ?? present)
  useLayoutEffect(() => {
    const follow = ({ type }: Event) => {
      // The session ended in another tab: nothing of it may stay in memory.
      if (type !== 'replaceState' && isPrivateStorageClosed()) return location.reload()
      const next = present()
      if (type === 'pushState') return startTransition(() => setCurrent(next))
      setCurrent((before) => {
        if (before.path !== next.path) return next
        if (before.search === next.search) return before
        return type === 'popstate' ? next : { ...next, visit: before.visit }
      })
      shown.emit(next)
    }
    return listen(window, 'pushState replaceState popstate', follow)
  }, [])
  // After a push always a new object, also of the same address.
  useLayoutEffect(() => shown.emit(current), [current])
  return <ShownLocationContext value={current}>{children}</ShownLocationContext>
}

/** For wouter's `Router`. */
export const useShownPath = (): [string, typeof navigate] => [useContext(ShownLocationContext).path, navigate]

export const useVisit = () => useContext(ShownLocationContext).visit

/**
 * The query of the page on the screen, without its question mark, as the address has it. wouter's own hook decodes it first, and what
 * URLSearchParams then decodes a second time is something else: the `&` in the address after a login would end a search.
 */
export const useSearch = (): string => useContext(ShownLocationContext).search
