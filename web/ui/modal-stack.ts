import { createEmitter } from '#web/lib/events.ts'

const open: HTMLElement[] = []
const { emit, subscribe } = createEmitter()

/** Registers an open modal dialog; call the returned function when it closes. */
export function enterModal(dialog: HTMLElement): () => void {
  open.push(dialog)
  emit()
  return () => {
    const index = open.indexOf(dialog)
    if (index < 0) return
    open.splice(index, 1)
    emit()
  }
}

/** The element that is not inert: the topmost modal dialog, or the body. */
export function topLayer(): HTMLElement {
  return open.at(-1) ?? document.body
}

/** Calls back when another element becomes the top layer. */
export const onTopLayerChange = subscribe
