import type { Contract } from '#shared/contract/index.ts'

type Listener = (endpoint: keyof Contract) => void
const listeners = new Set<Listener>()

/** Reports a write that succeeded, by its endpoint. */
export function emitMutation(endpoint: keyof Contract): void {
  for (const listener of listeners) listener(endpoint)
}

/** Subscribes to successful writes. */
export function onMutation(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
