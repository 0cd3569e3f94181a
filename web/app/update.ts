import { useSyncExternalStore } from 'react'
import { statusOfFile } from '#web/lib/file-status.ts'
import { isDocumentKept } from '#web/lib/kept.ts'
import { reloadOnce } from '#web/lib/reload-once.ts'
import { forgetSeen } from '#web/lib/seen-caches.ts'
import type { WorkerMessage } from '#web/lib/worker-messages.ts'

const address = '/sw.js'
const checkedKey = 'oja:worker-checked'
/** Milliseconds between two looks for a new version. */
const checkEvery = 3_600_000
/** Milliseconds in which a new version should have taken over that somebody asked for. */
const takeOverPatience = 3000

let ready = false
let waiting: ServiceWorker | null = null
const listeners = new Set<() => void>()

function setReady(value: boolean): void {
  ready = value
  for (const listener of listeners) listener()
}

/** Whether a newer version is there than the one this tab shows. */
export function useUpdateReady(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => ready,
    () => false,
  )
}

/** Lets the waiting worker take over, and shows the new version. */
export function applyUpdate(): void {
  const reload = () => location.reload()
  if (!waiting) {
    reload()
    return
  }
  // Chromium may keep it waiting until the page is left; that comes new from the server all the same.
  setTimeout(reload, takeOverPatience)
  navigator.serviceWorker.addEventListener('controllerchange', reload)
  send(waiting, { type: 'take-over', ifAlone: false })
}

function send(worker: ServiceWorker, message: WorkerMessage): void {
  worker.postMessage(message)
}

/** Registers the worker, tells it what the first page showed, and watches for new versions. */
export async function startWorker(): Promise<void> {
  addEventListener('vite:preloadError', onLostCode)
  const isFirst = !navigator.serviceWorker.controller
  let registration: ServiceWorkerRegistration | undefined
  try {
    registration = await navigator.serviceWorker.register(address, { updateViaCache: 'none' })
  } catch {
    return removeLost()
  }
  // A browser that is told to block workers answers nothing.
  if (!registration) return
  watch(registration, isFirst)
  if (isFirst) tellSeen((await navigator.serviceWorker.ready).active)
}

function watch(registration: ServiceWorkerRegistration, isFirst: boolean): void {
  // This page came from the server just now: it is new already, and the worker may follow.
  if (registration.waiting && !isDocumentKept())
    send(registration.waiting, { type: 'take-over', ifAlone: true })

  const onFound = () => {
    const found = registration.installing
    found?.addEventListener('statechange', () => {
      if (found.state === 'installed') waiting = found
      // A newer one may wait in its place by now.
      else if (waiting === found) waiting = null
      else return
      setReady(waiting !== null && navigator.serviceWorker.controller !== null)
    })
  }
  registration.addEventListener('updatefound', onFound)
  onFound()

  // One that was registered just now was just read.
  if (!isFirst) checkNow(registration)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') checkNow(registration)
  })
}

/** Looks for a new version, or for none at all, once an hour; browsers look too, but say nothing when it is gone. */
function checkNow(registration: ServiceWorkerRegistration): void {
  if (Date.now() - Number(localStorage.getItem(checkedKey)) < checkEvery) return
  localStorage.setItem(checkedKey, String(Date.now()))
  registration.update().catch(removeLost)
}

/** The first page came before the worker: what it showed is kept too, from the browser's own cache. */
function tellSeen(worker: ServiceWorker | null): void {
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => /\/(media|assets)\//.test(name))
  if (worker) send(worker, { type: 'seen', pathname: location.pathname, files })
}

/** The server has no worker any more: then neither has this browser. A failure of the network changes nothing. */
async function removeLost(): Promise<void> {
  if ((await statusOfFile(address)) === 404) await removeWorker()
}

/** Removes a worker and all that it kept. */
export async function removeWorker(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  if (registrations.length === 0) return
  await Promise.all(registrations.map((registration) => registration.unregister()))
  await forgetSeen()
}

/**
 * Code could not be loaded. When the server says that it is of another version the new one is loaded, once, unless that
 * would lose what somebody typed: then the offer to reload is made.
 */
async function onLostCode(event: Event): Promise<void> {
  const words = String((event as Event & { payload?: unknown }).payload).split(' ')
  const url = words.find((word) => word.startsWith('http') && word.endsWith('.js'))
  let leaving = false
  const onLeave = () => {
    leaving = true
  }
  addEventListener('beforeunload', onLeave, { once: true })
  const lost = navigator.onLine && (!url || (await statusOfFile(url)) === 404)
  removeEventListener('beforeunload', onLeave)
  if (!lost || leaving) return
  if (hasTyped() || !reloadOnce()) setReady(true)
}

function hasTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  return [...fields].some((field) => field.value !== field.defaultValue)
}
