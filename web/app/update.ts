import { useSyncExternalStore } from 'react'
import { createEmitter } from '#web/lib/events.ts'
import { statusOfFile } from '#web/lib/file-status.ts'
import { clearOfflineCaches, readOfListingPage, type WorkerMessage } from '#web/lib/offline-caches.ts'
import { isDocumentCopy } from '#web/lib/offline-copies.ts'
import { wasSignedIn } from '#web/lib/private-storage.ts'
import { reloadOnce } from '#web/lib/reload-once.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'

const address = '/sw.js'
const checkedKey = 'oja:worker-checked'
/** Milliseconds between checks for a new version. */
const checkEvery = 3_600_000
/** The last check by this page, for browsers that store nothing. */
let checkedAt = 0
/** Milliseconds within which the new worker must take over after the user requested it. */
const takeOverTimeout = 3000

let ready = false
let waitingWorker: ServiceWorker | null = null
const changes = createEmitter()

function setReady(value: boolean): void {
  ready = value
  changes.emit()
}

export function useUpdateReady(): boolean {
  return useSyncExternalStore(
    changes.subscribe,
    () => ready,
    () => false,
  )
}

export function applyUpdate(): void {
  const reload = () => location.reload()
  if (!waitingWorker) {
    reload()
    return
  }
  // Chromium may delay activation until the page unloads; the reload then gets the new page from the server.
  setTimeout(reload, takeOverTimeout)
  navigator.serviceWorker.addEventListener('controllerchange', reload)
  send(waitingWorker, { type: 'take-over', ifAlone: false })
}

function send(worker: ServiceWorker, message: WorkerMessage): void {
  worker.postMessage(message)
}

/** Watches for code that cannot be loaded. */
export function watchCode(): void {
  addEventListener('vite:preloadError', onLostCode)
  document.addEventListener('input', noteTyped, { capture: true, passive: true })
}

/** Registers the worker, sends it the requests of the first page, and watches for new versions. */
export async function startWorker(): Promise<void> {
  const isFirst = !navigator.serviceWorker.controller
  let registration: ServiceWorkerRegistration | undefined
  try {
    registration = await navigator.serviceWorker.register(address, { updateViaCache: 'none' })
  } catch {
    return removeLost()
  }
  // With service workers blocked, browsers never resolve this.
  if (!registration) return
  watch(registration, isFirst)
  if (isFirst) sendSeenAddresses((await navigator.serviceWorker.ready).active)
}

function watch(registration: ServiceWorkerRegistration, isFirst: boolean): void {
  // This page came from the server just now, so it is current, and the waiting worker may activate.
  if (registration.waiting && !isDocumentCopy())
    send(registration.waiting, { type: 'take-over', ifAlone: true })

  const onFound = () => {
    const found = registration.installing
    found?.addEventListener('statechange', () => {
      if (found.state === 'installed') waitingWorker = found
      // By now a newer one may be waiting instead.
      else if (waitingWorker === found) waitingWorker = null
      else return
      setReady(waitingWorker !== null && navigator.serviceWorker.controller !== null)
    })
  }
  registration.addEventListener('updatefound', onFound)
  onFound()

  // A worker that was just registered is up to date.
  if (!isFirst) checkNow(registration)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') checkNow(registration)
  })
}

/** Checks hourly for a new version, or for the removal of the worker: browsers check too, but do not report a missing one. */
function checkNow(registration: ServiceWorkerRegistration): void {
  if (Date.now() - Math.max(checkedAt, Number(readStored(checkedKey))) < checkEvery) return
  checkedAt = Date.now()
  writeStored(checkedKey, String(checkedAt))
  registration.update().catch(removeLost)
}

/**
 * Requests made before the worker was active are cached afterwards: files, and a visitor's page with its data. A member's page
 * and data are private: of them the worker caches only a listing, in its public form.
 */
function sendSeenAddresses(worker: ServiceWorker | null): void {
  const isMember = wasSignedIn()
  const asked = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  const addresses = asked
    .map(({ name }) => name)
    .filter((name) => !isMember || /\/(media|assets)\//.test(name))
  const listing = readOfListingPage(location.pathname)
  if (isMember && listing) addresses.push(location.origin + listing)
  if (worker) send(worker, { type: 'seen', from: location.href, addresses })
}

/** The server no longer has a worker (404): unregister it here too. A network failure changes nothing. */
async function removeLost(): Promise<void> {
  if ((await statusOfFile(address)) === 404) await removeWorker()
}

export async function removeWorker(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  if (registrations.length === 0) return
  await Promise.all(registrations.map((registration) => registration.unregister()))
  await clearOfflineCaches()
}

/** Code that this document could not load. */
const failedCode = new Set<string>()

/**
 * Code could not be loaded. If the server runs another version, the page reloads once; also if the code was asked for again, since
 * browsers keep the failure of a module until then. If that would lose what the user typed, the update notice is shown instead.
 */
async function onLostCode(event: Event): Promise<void> {
  const words = String((event as Event & { payload?: unknown }).payload).split(' ')
  const url = words.find((word) => /^http.*\.(?:js|css)$/.test(word))
  let leaving = false
  const onLeave = () => {
    leaving = true
  }
  addEventListener('beforeunload', onLeave, { once: true })
  const status = navigator.onLine && url ? await statusOfFile(url) : 0
  const isRepeated = url !== undefined && failedCode.has(url)
  if (url) failedCode.add(url)
  const lost = navigator.onLine && (!url || status === 404 || (isRepeated && status === 200))
  removeEventListener('beforeunload', onLeave)
  if (!lost || leaving) return
  if (hasTyped() || !reloadOnce()) setReady(true)
}

/**
 * Fields that somebody typed in: React copies their value to `defaultValue`, which therefore does not tell. Weak, since a field
 * keeps its whole page in memory.
 */
const typedIn = new WeakSet<EventTarget>()

function noteTyped({ target }: Event): void {
  if (target) typedIn.add(target)
}

function hasTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('input, select, textarea')
  return [...fields].some((field) => typedIn.has(field) && field.value)
}
