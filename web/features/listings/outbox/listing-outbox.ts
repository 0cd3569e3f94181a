import type { QueryClient } from '@tanstack/react-query'
import { ApiError, readResponse } from '#shared/client.ts'
import type { Listing } from '#shared/contract/listings.ts'
import { api, queryKeyOf } from '#web/lib/api.ts'
import { emitMutation, emitUnauthenticated } from '#web/lib/api-events.ts'
import { messageOf } from '#web/lib/errors.ts'
import { createEmitter } from '#web/lib/events.ts'
import { outboxChannel } from '#web/lib/outbox-database.ts'
import {
  addOutboxListing,
  type OutboxListing,
  type PublishedMessage,
  readOutboxListing,
  readOutboxListings,
  removeOutboxListing,
  sendListing,
  updateOutboxListing,
} from '#web/lib/outbox-listings.ts'
import { createFlush, isRetryable } from '#web/lib/outbox-sending.ts'
import { sharedOutbox } from '#web/lib/outbox-shared.ts'
import { storePrivate, waitingPrefix } from '#web/lib/private-storage.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { shrinkImage } from '#web/lib/shrink-image.ts'
import { makeUniqueId } from '#web/lib/unique-id.ts'
import { showToast, type Toast } from '#web/ui/toast.ts'
import { createOutcomes } from './outcomes.ts'
import { reasonOf, refusalOfEdit } from './refusals.ts'

/** Milliseconds between attempts, growing from first to max. */
const backoff = { first: 2000, max: 60_000 }
/** Seconds: shorter rate limits are waited out; a longer one, such as the daily quota, is shown as a refusal. */
const shortWait = 120

export interface ListingOutboxState {
  listings: OutboxListing[]
  sending: string | null
  isSignedOut: boolean
}

export const listingOutboxOf = sharedOutbox(createOutbox)

/**
 * Publishes the user's waiting listings in order. They are stored on the device, so they survive a lost network, a closed tab and a
 * restart. One tab at a time sends.
 */
function createOutbox(userId: number, client: QueryClient) {
  const changes = createEmitter()
  const outcomes = createOutcomes()
  /** Pages that navigate to the listing once it is live, by id. */
  const liveListeners = new Map<string, (listing: Listing) => void>()
  /** Ids of requests without a response, by their content: the server may have published it, so a repetition reuses the id. */
  const unanswered = new Map<string, string>()
  let state: ListingOutboxState = { listings: [], sending: null, isSignedOut: false }

  function set(change: Partial<ListingOutboxState>): void {
    state = { ...state, ...change }
    changes.emit()
  }

  async function reread(): Promise<void> {
    const all = await readOutboxListings().catch(() => [])
    const listings = all
      .filter((one) => one.userId === userId)
      .sort((one, other) => one.writtenAt - other.writtenAt)
    syncMarks(userId, listings)
    set({ listings })
  }

  async function next(): Promise<OutboxListing | undefined> {
    await reread()
    return state.listings.find(({ problem }) => problem === undefined)
  }

  const sendAll = createFlush({
    lock: outboxChannel,
    hasNext: () => !state.isSignedOut && state.listings.some(({ problem }) => problem === undefined),
    sendNext,
    backoff,
  })

  function flush(): void {
    set({ isSignedOut: false })
    void sendAll()
  }

  /** Resolves with whether a listing was published or refused; undefined if there is none to send. */
  async function sendNext(): Promise<boolean | undefined> {
    const one = state.isSignedOut ? undefined : await next()
    if (!one) return undefined
    // The sync waits for the lock, that is, for the end of this attempt or of this tab.
    void requestSync().catch(() => undefined)
    set({ sending: one.id })
    const isSettled = await send(one).catch(() => false)
    set({ sending: null })
    return isSettled
  }

  async function send(one: OutboxListing, isStored = true): Promise<boolean> {
    const response = await sendListing(one, isStored)
    if (!response) return true
    const { status, statusText, headers } = response
    const retryAfter = Number(headers.get('retry-after') ?? shortWait)
    if (isRetryable(status) && (status !== 429 || retryAfter < shortWait)) return false
    if (status === 401) {
      set({ isSignedOut: true })
      if (outcomes.isAwaited(one.id)) emitUnauthenticated('POST /api/listings')
    }
    const text = await response.text()
    if (response.ok) await finish(one, readResponse({ status, statusText, headers, text }) as Listing)
    else if (one.key && status === 409)
      await refuse(one, refusalOfEdit('It was published before this change. Change it under My Listings.'))
    else await refuse(one, new ApiError({ status, statusText, headers, text }))
    return true
  }

  /**
   * After it was published: saves its IMEI, then removes it from the device. If the page closes between, the next one publishes it again,
   * gets the same listing under its key, and saves the IMEI.
   */
  async function finish(one: OutboxListing, listing: Listing): Promise<void> {
    const note = one.imei === '' ? null : await saveImei(listing.id, one.imei)
    await removeOutboxListing(one.id).catch(() => undefined)
    await announce(one.id, listing, note)
  }

  async function announce(id: string, listing: Listing, note: Toast | null = null): Promise<void> {
    emitMutation('POST /api/listings')
    client.setQueryData(queryKeyOf('GET /api/listings/:id', { params: { id: listing.id } }), listing)
    await Promise.all([reread(), refreshChanged(client, 'POST /api/listings')])
    showToast(
      note ?? {
        title: 'Listing created!',
        description: listing.moderationReason ?? 'Your listing is now live.',
      },
    )
    outcomes.report(id, { status: 201, listing })
    liveListeners.get(id)?.(listing)
  }

  async function refuse(one: OutboxListing, error: ApiError): Promise<void> {
    if (outcomes.isAwaited(one.id)) {
      // First: if the form stopped waiting while the listing is removed, it would believe that the listing waits.
      outcomes.report(one.id, { status: error.status, refused: error })
      await removeOutboxListing(one.id).catch(() => undefined)
      await reread()
      return
    }
    if (error.status === 401) return
    // Its draft is gone: sent again, it is a listing of its own.
    const body = error.status === 410 ? { ...one.body, draftId: undefined } : one.body
    await updateOutboxListing({ ...one, body, problem: reasonOf(error) })
    await reread()
    showToast({ tone: 'failure', title: 'Your listing was not published', description: reasonOf(error) })
  }

  async function change(one: OutboxListing): Promise<void> {
    await updateOutboxListing(one)
    await reread()
    flush()
  }

  /**
   * Stores a listing and sends it. Resolves without `listing` while it waits: without a connection, and after `timeout`
   * milliseconds. Rejects with ApiError where it is refused meanwhile; it does not wait then. `replaced`: the id of the waiting listing
   * whose place it takes; it is refused where that one is published.
   */
  async function publish(
    written: Pick<OutboxListing, 'body' | 'photos' | 'host' | 'imei'>,
    timeout: number,
    replaced?: string,
  ): Promise<{ id: string; listing?: Listing | undefined }> {
    const before = replaced === undefined ? null : await readOutboxListing(replaced).catch(() => null)
    if (before === undefined)
      throw refusalOfEdit('It was published or deleted meanwhile. Look under My Listings.')
    const key = before ? (before.key ?? before.id) : undefined
    const fingerprint = JSON.stringify([written.body, written.photos.map(identityOf)])
    const id = unanswered.get(fingerprint) ?? makeUniqueId()
    unanswered.set(fingerprint, id)
    const photos = await Promise.all(written.photos.map(shrunk))
    const one: OutboxListing = { ...written, photos, id, key, userId, writtenAt: Date.now() }
    const outcome = navigator.onLine ? outcomes.wait(id, timeout) : undefined
    try {
      await addOutboxListing(one)
      await reread()
      flush()
    } catch {
      // A browser that refuses storage, or a full disk: it is published now or not at all.
      if (!(await send(one, false))) throw new Error('The server did not answer.')
    }
    const known = await outcome
    if (!known || known.status < 500) unanswered.delete(fingerprint)
    if (known && 'refused' in known) throw known.refused
    if (replaced !== undefined) await remove({ id: replaced })
    return { id, listing: known?.listing }
  }

  async function remove({ id }: Pick<OutboxListing, 'id'>): Promise<void> {
    await removeOutboxListing(id)
    await reread()
  }

  return {
    get: () => state,
    subscribe: changes.subscribe,
    start() {
      addEventListener('online', flush)
      void reread()
      new BroadcastChannel(outboxChannel).onmessage = ({ data }: MessageEvent<PublishedMessage>) => {
        if (data.one.userId === userId) void announce(data.one.id, data.listing)
      }
      addEventListener('storage', ({ key }) => {
        if (key?.startsWith(waitingPrefix(userId))) void reread()
      })
      flush()
    },
    flush,
    publish,
    onLive(id: string, callback: (listing: Listing) => void) {
      liveListeners.set(id, callback)
      return () => void liveListeners.delete(id)
    },
    /** Stops sending it while its owner edits it. */
    pauseForEdit: (one: OutboxListing) => change({ ...one, problem: 'You began to change it.' }),
    retry: ({ problem: _, ...one }: OutboxListing) => change(one),
    remove,
  }
}

async function saveImei(id: number, imei: string) {
  try {
    const { notice } = await api('PATCH /api/listings/:id/passport', { params: { id }, body: { imei } })
    return notice === null
      ? null
      : ({ title: 'Your listing is saved', description: notice, tone: 'failure' } as const)
  } catch (error) {
    const description = `${messageOf(error)} Your listing is saved: you can add the IMEI there with Edit.`
    return { title: 'The IMEI was not saved', description, tone: 'failure' } as const
  }
}

/** JSON has nothing of a file. */
const identityOf = (photo: string | File) =>
  typeof photo === 'string' ? photo : [photo.name, photo.size, photo.lastModified]

async function shrunk(photo: string | File): Promise<string | File> {
  if (typeof photo === 'string') return photo
  const small = await shrinkImage(photo)
  return small === photo ? photo : new File([small], photo.name, { type: small.type })
}

function syncMarks(userId: number, listings: OutboxListing[]): void {
  try {
    const prefix = waitingPrefix(userId)
    const ids = new Set(listings.map(({ id }) => prefix + id))
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix) && !ids.has(key)) storePrivate(key, null)
    for (const key of ids) if (localStorage.getItem(key) === null) storePrivate(key, '1')
  } catch {
    // A browser that refuses storage: it is sent while this page is open, and when /sell opens.
  }
}

/** With Background Sync, the service worker sends the listings even if every tab is closed. */
async function requestSync(): Promise<void> {
  const registration = (await navigator.serviceWorker?.ready) as
    | { sync?: { register: (tag: string) => Promise<void> } }
    | undefined
  await registration?.sync?.register(outboxChannel)
}
