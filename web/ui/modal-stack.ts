const open: HTMLElement[] = []
const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}

/** Notes that a modal dialog is shown; call what it answers when the dialog goes. */
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

/** The element that is not inert: the topmost modal dialog, otherwise the body. */
export function topLayer(): HTMLElement {
  return open.at(-1) ?? document.body
}

/** Calls back whenever another element becomes the top layer. */
export function onTopLayerChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
