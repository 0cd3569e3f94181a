import type { Draft } from '#shared/contract/drafts.ts'
import { limits } from '#shared/limits.ts'
import { koboToNaira } from '#shared/money.ts'
import { api } from '#web/lib/api.ts'
import { readOutboxListing, updateOutboxPhotos } from '#web/lib/outbox-listings.ts'
import type { StartValues } from '../form-values.ts'
import { valuesOfDraft } from './draft-content.ts'
import { createDraftSaver } from './draft-saver.ts'
import type { DraftSlot } from './draft-slot.ts'
import type { FormTools } from './form-tools.ts'

/** Milliseconds without typing after which the draft is saved on the server. */
const debounceMs = 2000

export type DraftNotice =
  | { about: 'offer'; draft: Draft }
  | { about: 'conflict'; draft: Draft }
  | { about: 'like'; title: string }
  | { about: 'refused'; text: string }

interface DraftSyncHooks {
  tools: FormTools
  slot: DraftSlot
  getValues: () => StartValues
  fill: (values: StartValues) => void
  getPhotos: () => (string | File)[]
  setPhotos: (photos: (string | File)[]) => void
  show: (notice: DraftNotice | null) => void
  refresh: () => void
}

/**
 * Fills a form with what its address asks for, and saves it as a draft on the server, debounced. Of two devices that change one draft, the
 * user of the second chooses which version to keep.
 */
export function syncDraft(hooks: DraftSyncHooks) {
  const { tools, slot, getValues, fill, getPhotos, setPhotos, show, refresh } = hooks
  const { emptyListing, isWorthKeeping, valuesOf } = tools
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOpened = false
  let isSettled = false
  const saver = createDraftSaver({
    tools,
    slot,
    getValues,
    isStopped: () => isSettled,
    onSaved: refresh,
    onConflict: (draft) => show({ about: 'conflict', draft }),
    onRefused: (reason) => show({ about: 'refused', text: `Kept on this device only. ${reason}` }),
  })

  const isTyped = () => isWorthKeeping({ ...getValues(), photos: [] })
  const pendingPhotos = () => getPhotos().filter((photo) => photo instanceof File)

  /** Fills the form with a draft. Behind its photos stay `added`: those that no draft has yet. */
  function takeServerCopy(draft: Draft, added: (string | File)[] = pendingPhotos()): void {
    const values = valuesOfDraft(draft)
    const photos = [...(values.photos ?? []), ...added].slice(0, limits.photos.max)
    fill({ ...values, photos: photos.filter((photo) => typeof photo === 'string') })
    if (photos.some((photo) => photo instanceof File)) setPhotos(photos)
    saver.adopt(draft, values)
    show(null)
  }

  function keepLocal(draft: Draft): void {
    saver.overrule(draft)
    show(null)
    void save()
  }

  /**
   * Fills the form from what its address names (a draft, a listing to copy, a waiting listing), then saves. Without a connection the next call
   * tries again.
   */
  async function open(): Promise<void> {
    if (isOpened) return save()
    try {
      const like = /^like=(\d+)$/.exec(slot.query)?.[1]
      if (like && !isTyped()) await copy(Number(like))
      if (slot.waiting) await loadFromOutbox(slot.waiting)
      else if (slot.id !== null || slot.query === '') compare(await api('GET /api/drafts'))
      isOpened = true
      // Its photos are not rendered yet.
      if (slot.waiting) return
    } catch {
      // Retried when the connection is back.
    }
    await save()
  }

  /** Compares the form, as it is when the drafts are there, with the server's copy. */
  function compare(drafts: Draft[]): void {
    const found = drafts.find(({ id }) => id === slot.id)
    const isSynced = saver.isSynced()
    const isLocal = isWorthKeeping(getValues())
    const savedVersion = saver.getSavedVersion()
    if (slot.id === null) {
      const [newest] = drafts
      if (newest && !isLocal) show({ about: 'offer', draft: newest })
    } else if (!found) {
      // Published or deleted elsewhere; what is typed here since becomes a new draft.
      saver.forget()
      if (isSynced) fill(emptyListing)
      if (isSynced || !isLocal) show({ about: 'refused', text: 'This draft was published or deleted.' })
    } else if (!isLocal || (isSynced && savedVersion !== found.version)) takeServerCopy(found)
    // Photos that were added before the draft was there.
    else if (savedVersion === undefined && !isTyped()) takeServerCopy(found, getPhotos())
    else if (savedVersion !== found.version) saver.reportConflict(found)
  }

  async function copy(id: number): Promise<void> {
    const listing = await api('GET /api/listings/:id', { params: { id } })
    if (isTyped()) return
    const { priceNaira: _price, photos: _photos, status: _status, ...values } = valuesOf(listing)
    fill(values)
    show({ about: 'like', title: values.title })
  }

  /** Loads a waiting listing into the form; it stays in the outbox until it is submitted again. */
  async function loadFromOutbox(id: string): Promise<void> {
    const isLocal = isWorthKeeping(getValues())
    const waiting = await readOutboxListing(id)
    if (!waiting) return
    const { price, draftId, ...values } = waiting.body
    slot.id = draftId ?? null
    if (!isLocal)
      fill({
        ...values,
        priceNaira: koboToNaira(price),
        photos: [],
      })
    // What this device keeps of the form has addresses only.
    setPhotos(waiting.photos)
  }

  async function save(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (!slot.waiting) return saver.save()
    // A reload finds the photos as they are now: uploaded ones are not uploaded again.
    if (isOpened && !isSettled)
      await updateOutboxPhotos({ id: slot.waiting, photos: getPhotos() }).catch(() => undefined)
  }

  function changed(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void (isOpened ? save() : open()), debounceMs)
  }

  slot.server = {
    async settle(timeout) {
      isSettled = true
      clearTimeout(timer)
      await Promise.race([saver.getSaving(), new Promise((resolve) => setTimeout(resolve, timeout))])
      // The listing does not name a draft whose id comes after it.
      if (saver.getSaving() && slot.id === null) void this.discard()
    },
    resume() {
      isSettled = false
      changed()
    },
    async discard() {
      // What waits stays, and the form begins again with it.
      if (slot.waiting) return loadFromOutbox(slot.waiting)
      // A save that is under way would bring it back.
      await saver.getSaving()
      const { id } = slot
      saver.forget()
      if (id !== null) await api('DELETE /api/drafts/:id', { params: { id } }).then(refresh, () => undefined)
    },
  }

  return {
    open,
    takeServerCopy,
    keepLocal,
    changed,
    close() {
      if (timer !== undefined) void save()
      clearTimeout(timer)
    },
  }
}
