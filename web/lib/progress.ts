import { createEmitter } from './events.ts'

const changes = createEmitter<[busy: boolean]>()
let underway = 0

/** Calls back when something begins or ends that a press waits for: the next page, or the code of a dialog. */
export const onProgress = changes.subscribe

/** Something has begun that a press waits for; returns the function that ends it. */
export function beginProgress(): () => void {
  const change = (by: 1 | -1) => {
    underway += by
    changes.emit(underway > 0)
  }
  change(1)
  return () => change(-1)
}
