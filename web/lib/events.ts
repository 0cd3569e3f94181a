/** Something that happens, and those who listen for it. `subscribe` returns what unsubscribes. */
export function createEmitter<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    emit(...args: Args): void {
      for (const listener of listeners) listener(...args)
    },
    subscribe(listener: (...args: Args) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Listens for events, their types separated by spaces; returns what ends it. */
export function listen<E extends Event = Event>(
  target: EventTarget,
  types: string,
  listener: (event: E) => void,
  options?: AddEventListenerOptions,
): () => void {
  const all = types.split(' ')
  for (const type of all) target.addEventListener(type, listener as EventListener, options)
  return () => {
    for (const type of all) target.removeEventListener(type, listener as EventListener, options)
  }
}
