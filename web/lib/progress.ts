import { createEmitter } from './events.ts'

const changes = createEmitter<[busy: boolean]>()
let underway = 0

/** Calls back when something begins or ends that a press waits for: the next page, or the code of a dialog. */
export const onProgress = changes.subscribe

function count(change: 1 | -1): void {
  underway += change
  changes.emit(underway > 0)
}

/** Tells that a press waits for this; returns it. */
export function showProgress<T>(work: Promise<T>): Promise<T> {
  count(1)
  return work.finally(() => count(-1))
}
