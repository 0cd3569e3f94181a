import type { Listing, NewListing } from '#shared/contract/listings.ts'
import type { UploadedPhoto } from '#shared/contract/uploads.ts'
import { outboxDatabase } from './outbox-database.ts'

/** A listing stored on this device until it is published; in IndexedDB, because of its photos. */
export interface OutboxListing {
  id: string
  /**
   * Its Idempotency-Key, so that sending it twice publishes it once: the id, or the key of the waiting listing that it replaces, which the
   * server may have published without this device knowing. It then answers CONFLICT.
   */
  key?: string | undefined
  userId: number
  body: Omit<NewListing, 'photos'>
  /** In order: addresses of uploaded photos, and files that are still to be uploaded. */
  photos: (string | File)[]
  host: { uploadUrl: string; uploadPreset: string }
  /** Digits of a phone's IMEI, saved after the listing; '' for none. */
  imei: string
  /** Milliseconds since the epoch, on this device. */
  writtenAt: number
  /** Why it is not sent: the server's message. Its owner edits or deletes it. */
  problem?: string
}

/** Sent by the service worker to open pages. */
export interface PublishedMessage {
  one: OutboxListing
  listing: Listing
}

/** Runs in one transaction; resolves with the request's result when it is on disk. */
function run<T>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(outboxDatabase)
    opening.onupgradeneeded = () => opening.result.createObjectStore('listings', { keyPath: 'id' })
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('listings', mode)
      const request = use(transaction.objectStore('listings'))
      // It ends with the transaction.
      opening.result.close()
      transaction.oncomplete = () => resolve(request?.result)
      transaction.onabort = () => reject(transaction.error)
    }
  })
}

export async function readOutboxListings(): Promise<OutboxListing[]> {
  return (await run<OutboxListing[]>('readonly', (store) => store.getAll())) ?? []
}

export function readOutboxListing(id: string): Promise<OutboxListing | undefined> {
  return run<OutboxListing>('readonly', (store) => store.get(id))
}

/** Stores a new one. Rejects if the browser refuses storage or the disk is full. */
export async function addOutboxListing(listing: OutboxListing): Promise<void> {
  await run('readwrite', (store) => store.put(listing))
}

/** Changes one only if it still exists: after a logout nothing must reappear. */
async function change(id: string, update: (stored: OutboxListing) => OutboxListing): Promise<void> {
  await run('readwrite', (store) => {
    const found = store.openCursor(id)
    found.onsuccess = () => void found.result?.update(update(found.result.value))
    return undefined
  })
}

/** Replaces one, if it still exists. */
export const updateOutboxListing = (listing: OutboxListing) => change(listing.id, () => listing)

/** Writes the photos of one, if it still exists; nothing else, since its owner may have begun to change it. */
export const updateOutboxPhotos = ({ id, photos }: Pick<OutboxListing, 'id' | 'photos'>) =>
  change(id, (stored) => ({ ...stored, photos }))

export async function removeOutboxListing(id: string): Promise<void> {
  await run('readwrite', (store) => store.delete(id))
}

/**
 * Milliseconds until a request is given up. A photo may take as long as the server waits for one: on a slow line, one that is given up
 * earlier would be sent again and again.
 */
const timeouts = { photo: 600_000, listing: 120_000 }

const post = (url: string, timeout: number, init: RequestInit) =>
  fetch(url, { method: 'POST', signal: AbortSignal.timeout(timeout), ...init })

/**
 * Uploads the photos that are not uploaded yet and publishes the listing. Resolves with the
 * server's last answer, of an upload too; null if its owner deleted it or began to change it meanwhile; rejects without a
 * connection. A photo that is uploaded is not sent again. `isStored`: false where the browser refused to store it.
 */
export async function sendListing(listing: OutboxListing, isStored = true): Promise<Response | null> {
  const { id, key = id, userId, body, host, photos } = listing
  for (const [index, photo] of photos.entries()) {
    if (typeof photo === 'string') continue
    const form = new FormData()
    form.append('upload_preset', host.uploadPreset)
    form.append('file', photo)
    const response = await post(host.uploadUrl, timeouts.photo, { body: form })
    if (!response.ok) return response
    photos[index] = ((await response.json()) as UploadedPhoto).secure_url
    // A browser that refuses storage: the page still sends it.
    await updateOutboxPhotos(listing).catch(() => undefined)
  }
  const stored = isStored ? await readOutboxListing(id) : listing
  if (!stored || stored.problem !== undefined) return null
  return post('/api/listings', timeouts.listing, {
    headers: { 'content-type': 'application/json', 'idempotency-key': key, 'x-oja-user': String(userId) },
    body: JSON.stringify({ ...body, photos }),
  })
}
