import { api } from './api.ts'
import { createEmitter, listen } from './events.ts'
import { isInstalled, isIosSafari } from './platform.ts'
import { isStored, privatePrefix, storePrivate } from './private-storage.ts'

/**
 * Push in this browser. `install`: an iPhone offers it only to installed apps. `refused`: the user refused the browser's prompt, which
 * does not appear again.
 */
export type PushState = 'unsupported' | 'install' | 'refused' | 'off' | 'on'

/** Set while push is on here, for its owner; logging out removes it. */
const onKey = `${privatePrefix}push`

const changes = createEmitter()

/** Calls back when the state may have changed: on this page, or in the browser's settings, after which the page becomes visible again. */
export function watchPush(listener: () => void): () => void {
  const unsubscribe = changes.subscribe(listener)
  const stop = listen(window, 'focus', listener)
  let permission: PermissionStatus | undefined
  navigator.permissions?.query({ name: 'notifications' }).then(
    (found) => {
      permission = found
      found.addEventListener('change', listener)
    },
    // This browser cannot watch the permission; the listener for focus notices a change.
    () => undefined,
  )
  return () => {
    unsubscribe()
    stop()
    permission?.removeEventListener('change', listener)
  }
}

function hasPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

export function pushState(): PushState {
  if (!hasPush()) return isIosSafari() && !isInstalled() ? 'install' : 'unsupported'
  if (Notification.permission === 'denied') return 'refused'
  return Notification.permission === 'granted' && isStored(onKey) ? 'on' : 'off'
}

let last: Promise<unknown> = Promise.resolve()

/** Serialises the operations: a renewal in progress would undo turning push off. */
function inOrder<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}

/** Asks the browser, subscribes, and tells the server. Needs a user gesture. Returns the new state. */
export async function turnPushOn(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  return inOrder<PushState>(async () => {
    const { publicKey } = await api('GET /api/push')
    await subscribe(publicKey)
    if (!storePrivate(onKey, '1')) throw new Error('This browser stores nothing.')
    changes.emit()
    return 'on'
  })
}

export function turnPushOff(): Promise<void> {
  return inOrder(async () => {
    await api('DELETE /api/push')
    storePrivate(onKey, null)
    changes.emit()
    const registration = await navigator.serviceWorker.getRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  })
}

/** Subscribes again where push is on here and the server does not know it: after a new password, or with a new key of the server. */
export function renewPush(): Promise<void> {
  return inOrder(async () => {
    if (pushState() !== 'on') return
    const { publicKey, isOn } = await api('GET /api/push')
    const registration = await navigator.serviceWorker.getRegistration()
    const subscription = await registration?.pushManager.getSubscription()
    if (!isOn || !subscription || keyOf(subscription) !== publicKey) await subscribe(publicKey)
  })
}

async function subscribe(publicKey: string): Promise<void> {
  const { pushManager } = await activeRegistration()
  const before = await pushManager.getSubscription()
  // A browser keeps one subscription, with the key that it was made with.
  if (before && keyOf(before) !== publicKey) await before.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await api('POST /api/push', { body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } })
}

/** Registers the worker where there is none, as with data saver on. Rejects if it cannot be installed: `ready` would wait for ever. */
async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  const { installing } = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const failed = new Promise<never>((_, reject) => {
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant') reject(new Error('The worker was not installed.'))
    })
  })
  return Promise.race([navigator.serviceWorker.ready, failed])
}

function keyOf({ options: { applicationServerKey } }: PushSubscription): string {
  const bytes = String.fromCharCode(...new Uint8Array(applicationServerKey ?? new ArrayBuffer(0)))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
