import { AsyncLocalStorage } from 'node:async_hooks'

interface Work {
  /** Of the request, socket event or job that led to what is running. */
  requestId: string
}

const current = new AsyncLocalStorage<Work>()

/** Runs something, and whatever it leads to, as a part of a request, socket event or job. */
export function asWorkOf<T>(requestId: string, run: () => T): T {
  return current.run({ requestId }, run)
}

/** The id of the request, socket event or job that is being worked on; undefined outside any. */
export function currentRequestId(): string | undefined {
  return current.getStore()?.requestId
}
