import { keepOnDevice, readStoredJson } from '#web/lib/storage.ts'

const storageKey = 'oja:scroll'

/** Scroll positions in pixels by history entry, in sessionStorage, so they survive a reload. */
type Positions = Record<string, number>

/**
 * Manages the scroll position: a new page starts at its top (or its #anchor), back and forward restore the previous position.
 * wouter has no entry ids, so each entry gets one in `history.state`.
 */
export function keepScrollPositions(): void {
  history.scrollRestoration = 'manual'
  const positions = readStoredJson<Positions>(storageKey, 'sessionStorage') ?? {}
  let entry = entryId()
  let path = location.pathname

  function entryId(more?: { isFollowed: true }): string {
    const state = (history.state ?? {}) as { entry?: string }
    if (state.entry) return state.entry
    const id = crypto.randomUUID?.() ?? String(performance.now())
    History.prototype.replaceState.call(history, { ...state, ...more, entry: id }, '')
    return id
  }

  function remember() {
    positions[entry] = scrollY
  }

  /** The position to restore, until it is reached or the reader moves. */
  let wanted: number | undefined

  /** Follows a page that grows, such as a list whose pages load one after the other, for five seconds at most. */
  function restore(top: number, deadline = performance.now() + 5000) {
    wanted = top
    const isReachable = document.documentElement.scrollHeight - innerHeight >= top
    scrollTo({ top, behavior: 'instant' })
    if (isReachable || performance.now() > deadline) return
    requestAnimationFrame(() => wanted === top && restore(top, deadline))
  }
  const leave = () => {
    wanted = undefined
  }

  addEventListener('scroll', remember, { passive: true })
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown', 'pushState'])
    addEventListener(type, leave, { passive: true })
  addEventListener('pagehide', () => keepOnDevice(storageKey, JSON.stringify(positions), 'sessionStorage'))
  addEventListener('popstate', () => {
    entry = entryId()
    path = location.pathname
    const top = positions[entry]
    // A link to an anchor on the same page creates a history entry too; the browser has scrolled already.
    if (top === undefined && location.hash) return
    requestAnimationFrame(() => restore(top ?? 0))
  })
  addEventListener('pushState', () => {
    // The previous entry is a page of Oja (`canGoBack` in detail/bars.tsx).
    entry = entryId({ isFollowed: true })
    const samePage = path === location.pathname
    path = location.pathname
    requestAnimationFrame(() => {
      const anchor = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
      if (anchor) anchor.scrollIntoView({ behavior: 'instant' })
      else scrollTo({ top: 0, behavior: samePage ? 'smooth' : 'instant' })
    })
  })
  addEventListener('replaceState', () => {
    entry = entryId()
    path = location.pathname
  })
  const remembered = positions[entry]
  if (remembered) restore(remembered)
}
