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
