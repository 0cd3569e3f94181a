import { smoothly } from '#web/lib/reduced-motion.ts'
import { onLocationShown } from '#web/lib/shown-location.tsx'
import { readStoredJson, writeStored } from '#web/lib/storage.ts'
import { makeUniqueId } from '#web/lib/unique-id.ts'

const storageKey = 'oja:scroll'

/** Scroll positions in pixels by history entry, in sessionStorage, so they survive a reload. */
type Positions = Record<string, number>

/**
 * Manages the scroll position: a new page starts at its top (or its #anchor), back and forward restore the previous position.
 * wouter has no entry ids, so each entry gets one in `history.state`.
 */
export function restoreScrollPositions(): void {
  history.scrollRestoration = 'manual'
  const positions = readStoredJson<Positions>(storageKey, 'sessionStorage') ?? {}
  let entry = entryId()
  let path = location.pathname

  function entryId(more?: { isFollowed: true }): string {
    const state = (history.state ?? {}) as { entry?: string }
    if (state.entry) return state.entry
    const id = makeUniqueId()
    History.prototype.replaceState.call(history, { ...state, ...more, entry: id }, '')
    return id
  }

  function remember() {
    positions[entry] = scrollY
  }

  /** Scrolls to where the page begins that was navigated to, once it is shown. */
  let start: (() => void) | undefined

  /** Where to scroll, until it is reached or the reader moves: pixels from the top, or the id of an element. */
  let wanted: number | string | undefined

  /** Follows a page that grows, such as a list or a page whose data arrives later, for five seconds at most. */
  function reach(target: number | string, deadline = performance.now() + 5000) {
    wanted = target
    if (isReached(target) || performance.now() > deadline) return
    requestAnimationFrame(() => wanted === target && reach(target, deadline))
  }

  function isReached(target: number | string): boolean {
    if (typeof target === 'string') {
      const anchor = document.getElementById(target)
      anchor?.scrollIntoView({ behavior: 'instant' })
      return anchor !== null
    }
    scrollTo({ top: target, behavior: 'instant' })
    return document.documentElement.scrollHeight - innerHeight >= target
  }
  const leave = () => {
    wanted = undefined
  }

  addEventListener('scroll', remember, { passive: true })
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown', 'pushState'])
    addEventListener(type, leave, { passive: true })
  addEventListener('pagehide', () => writeStored(storageKey, JSON.stringify(positions), 'sessionStorage'))
  addEventListener('popstate', () => {
    // Back before the page was shown.
    start = undefined
    entry = entryId()
    path = location.pathname
    const top = positions[entry]
    // A link to an anchor on the same page creates a history entry too; the browser has scrolled already.
    if (top === undefined && location.hash) return
    requestAnimationFrame(() => reach(top ?? 0))
  })
  addEventListener('pushState', () => {
    // The previous entry is a page of Oja (`canGoBack` in detail/bars.tsx).
    entry = entryId({ isFollowed: true })
    const samePage = path === location.pathname
    path = location.pathname
    start = () => {
      if (!samePage || !location.hash) scrollTo({ top: 0, behavior: samePage ? smoothly() : 'instant' })
      if (location.hash) reach(location.hash.slice(1))
    }
  })
  onLocationShown(() => {
    if (start) requestAnimationFrame(start)
    start = undefined
  })
  addEventListener('replaceState', () => {
    entry = entryId()
    path = location.pathname
  })
  const remembered = positions[entry]
  if (remembered) reach(remembered)
}
