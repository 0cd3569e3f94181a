const storageKey = 'oja:scroll'

/** Scroll positions in pixels by history entry, kept for the tab's life so that a reload keeps them too. */
type Positions = Record<string, number>

function read(): Positions {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Positions
  } catch {
    return {}
  }
}

/**
 * Keeps the scroll position right: a new page starts at its top (or at its #anchor), going back or forward finds the place
 * where one was. wouter keeps no entry ids, so each entry is given one in `history.state`.
 */
export function keepScrollPositions(): void {
  history.scrollRestoration = 'manual'
  const positions = read()
  let entry = entryId()
  let path = location.pathname

  function entryId(): string {
    const state = (history.state ?? {}) as { entry?: string }
    if (state.entry) return state.entry
    const id = crypto.randomUUID?.() ?? String(performance.now())
    History.prototype.replaceState.call(history, { ...state, entry: id }, '')
    return id
  }

  function remember() {
    positions[entry] = scrollY
  }

  /** Waits (half a second at most) for the page to be tall enough. */
  function restore(top: number, deadline = performance.now() + 500) {
    const reachable = document.documentElement.scrollHeight - innerHeight >= top
    if (reachable || performance.now() > deadline) scrollTo({ top, behavior: 'instant' })
    else requestAnimationFrame(() => restore(top, deadline))
  }

  addEventListener('scroll', remember, { passive: true })
  addEventListener('pagehide', () => {
    sessionStorage.setItem(storageKey, JSON.stringify(positions))
  })
  addEventListener('popstate', () => {
    entry = entryId()
    path = location.pathname
    const top = positions[entry]
    // A link to a place on the same page makes an entry too; the browser has gone there itself.
    if (top === undefined && location.hash) return
    requestAnimationFrame(() => restore(top ?? 0))
  })
  addEventListener('pushState', () => {
    entry = entryId()
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
