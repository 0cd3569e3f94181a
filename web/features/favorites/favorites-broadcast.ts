let shared: BroadcastChannel | null | undefined

/** One channel per tab, which does not receive its own messages. Null without browser support. */
function channel(): BroadcastChannel | null {
  shared ??= typeof BroadcastChannel === 'function' ? new BroadcastChannel('oja:favorites') : null
  return shared
}

export function broadcastToTabs(): void {
  channel()?.postMessage('changed')
}

export function onTabBroadcast(listener: () => void): () => void {
  const tabs = channel()
  tabs?.addEventListener('message', listener)
  return () => tabs?.removeEventListener('message', listener)
}
