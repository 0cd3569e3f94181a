const open: HTMLElement[] = []
const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}

/** Registers an open modal dialog; call the returned function when it closes. */
export function enterModal(dialog: HTMLElement): () => void {
  open.push(dialog)
  notify()
  return () => {
    const index = open.indexOf(dialog)
    if (index < 0) return
    open.splice(index, 1)
    notify()
  }
}

/** The element that is not inert: the topmost modal dialog, or the body. */
export function topLayer(): HTMLElement {
  return open.at(-1) ?? document.body
}

/** Calls back when another element becomes the top layer. */
export function onTopLayerChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
