let shared: BroadcastChannel | null | undefined

/** One channel per tab, which does not receive its own messages. Null without browser support. */
function channel(): BroadcastChannel | null {
  shared ??= typeof BroadcastChannel === 'function' ? new BroadcastChannel('oja:favorites') : null
  return shared
}

/** Notifies the browser's other tabs of changed favourites. */
export function broadcastToTabs(): void {
  channel()?.postMessage('changed')
}

/** Calls back when another tab has changed them. */
export function onTabBroadcast(listener: () => void): () => void {
  const tabs = channel()
  tabs?.addEventListener('message', listener)
  return () => tabs?.removeEventListener('message', listener)
}
