let shared: BroadcastChannel | null | undefined

/** One for the tab: a channel does not hear itself. Null in a browser that has none. */
function channel(): BroadcastChannel | null {
  shared ??= typeof BroadcastChannel === 'function' ? new BroadcastChannel('oja:favorites') : null
  return shared
}

/** Tells the other tabs of this browser that favourites changed. */
export function tellOtherTabs(): void {
  channel()?.postMessage('changed')
}

/** Calls back when another tab changed them. */
export function onChangeElsewhere(listener: () => void): () => void {
  const tabs = channel()
  tabs?.addEventListener('message', listener)
  return () => tabs?.removeEventListener('message', listener)
}
