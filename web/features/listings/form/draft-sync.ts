import type { Draft, DraftForm } from '#shared/contract/drafts.ts'
import { limits } from '#shared/limits.ts'
import { koboToNaira, nairaToKobo } from '#shared/money.ts'
import { api } from '#web/lib/api.ts'
import { codeOf, currentOf, messageOf, statusOf } from '#web/lib/errors.ts'
import { readOutboxListing, updateOutboxPhotos } from '#web/lib/outbox-listings.ts'
import { paths } from '#web/lib/paths.ts'
import { storePrivate } from '#web/lib/private-storage.ts'
import { readStoredJson } from '#web/lib/storage.ts'
import type { DraftSlot } from './draft-slot.ts'
import type { FormTools } from './form-tools.ts'
import type { StartValues } from './form-values.ts'

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

/** The server's copy as last known to this device. `text`: its content, as it was sent. */
interface Saved {
  version: string
  text: string
}

/**
 * Saves the values of a form as a draft on the server, debounced, and reads what the form's address asks for. Of two devices that
 * change one draft, the user of the second chooses which version to keep.
 */
export function syncDraft(hooks: DraftSyncHooks) {
  const { tools, slot, getValues, fill, getPhotos, setPhotos, show, refresh } = hooks
  const { emptyListing, giveId, isWorthKeeping, valuesOf } = tools
  let saved = readStoredJson<Saved>(savedKey(slot))
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | null = null
  /** The text of a save without an answer: the server may have it, so it is sent again before any other. */
  let unanswered: string | null = null
  let isOpened = false
  /** The user has to choose between two versions. */
  let conflict = false
  let isSettled = false

  const textOf = (values: StartValues) => JSON.stringify(contentOf({ ...emptyListing, ...values }))
  const textNow = () => textOf(getValues())
  const isTyped = () => isWorthKeeping({ ...getValues(), photos: [] })
  const pendingPhotos = () => getPhotos().filter((photo) => photo instanceof File)

  function remember({ version }: Draft, text: string): void {
    saved = { version, text }
    writeSaved(slot, saved)
  }

  /** Fills the form with a draft. Behind its photos stay `added`: those that no draft has yet. */
  function takeServerCopy(draft: Draft, added: (string | File)[] = pendingPhotos()): void {
    const values = valuesOfDraft(draft)
    const photos = [...(values.photos ?? []), ...added].slice(0, limits.photos.max)
    fill({ ...values, photos: photos.filter((photo) => typeof photo === 'string') })
    if (photos.some((photo) => photo instanceof File)) setPhotos(photos)
    remember(draft, textOf(values))
    conflict = false
    show(null)
  }

  function keepLocal({ version }: Draft): void {
    saved = { version, text: '' }
    conflict = false
    show(null)
    void save()
  }

  function reportConflict(draft: Draft): void {
    conflict = true
    show({ about: 'conflict', draft })
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
    const isSynced = saved !== null && textNow() === saved.text
    const isLocal = isWorthKeeping(getValues())
    if (slot.id === null) {
      const [newest] = drafts
      if (newest && !isLocal) show({ about: 'offer', draft: newest })
    } else if (!found) {
      // Published or deleted elsewhere; what is typed here since becomes a new draft.
      forget()
      if (isSynced) fill(emptyListing)
      if (isSynced || !isLocal) show({ about: 'refused', text: 'This draft was published or deleted.' })
    } else if (!isLocal || (isSynced && saved?.version !== found.version)) takeServerCopy(found)
    // Photos that were added before the draft was there.
    else if (saved === null && !isTyped()) takeServerCopy(found, getPhotos())
    else if (saved?.version !== found.version) reportConflict(found)
  }

  function forget(): void {
    writeSaved(slot, null)
    saved = null
    unanswered = null
    slot.id = null
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
    if (saving) {
      await saving
      return save()
    }
    const text = textNow()
    if (slot.waiting) {
      // A reload finds the photos as they are now: uploaded ones are not uploaded again.
      if (isOpened && !isSettled)
        await updateOutboxPhotos({ id: slot.waiting, photos: getPhotos() }).catch(() => undefined)
      return
    }
    if (isSettled || conflict || text === saved?.text || !isWorthKeeping(getValues())) return
    const sent = unanswered ?? text
    saving = send(sent).finally(() => {
      saving = null
    })
    await saving
    if (sent !== text && saved?.text === sent) await save()
  }

  async function send(text: string): Promise<void> {
    const content = JSON.parse(text) as DraftForm
    unanswered = text
    try {
      const isNew = slot.id === null || saved === null
      const draft =
        slot.id === null || saved === null
          ? await api('POST /api/drafts', { body: { content } })
          : await api('PATCH /api/drafts/:id', {
              params: { id: slot.id },
              body: { content, version: saved.version },
            })
      unanswered = null
      if (isNew) assignId(draft.id)
      remember(draft, text)
      refresh()
    } catch (error) {
      if (statusOf(error) !== undefined) unanswered = null
      const current = codeOf(error) === 'STALE_VERSION' && currentOf<Draft>(error)
      if (current) reportConflict(current)
      else if (codeOf(error) === 'CONFLICT')
        show({ about: 'refused', text: `Kept on this device only. ${messageOf(error)}` })
      else if (statusOf(error) === 404) forget()
    }
  }

  /** Puts the draft's id into the address: a reload and another tab open it, and /sell starts a new one. */
  function assignId(id: number): void {
    const isShown = location.pathname === paths.sell && location.search.slice(1) === slot.query
    writeSaved(slot, null)
    giveId(slot, id)
    if (isShown) history.replaceState(history.state, '', `${paths.sell}?${slot.query}`)
  }

  function changed(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void (isOpened ? save() : open()), debounceMs)
  }

  slot.server = {
    async settle(timeout) {
      isSettled = true
      clearTimeout(timer)
      await Promise.race([saving, new Promise((resolve) => setTimeout(resolve, timeout))])
      // The listing does not name a draft whose id comes after it.
      if (saving && slot.id === null) void this.discard()
    },
    resume() {
      isSettled = false
      changed()
    },
    async discard() {
      // What waits stays, and the form begins again with it.
      if (slot.waiting) return loadFromOutbox(slot.waiting)
      // A save that is under way would bring it back.
      await saving
      const { id } = slot
      forget()
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

const savedKey = ({ key }: DraftSlot) => `${key}:saved`

const writeSaved = (slot: DraftSlot, saved: Saved | null) =>
  storePrivate(savedKey(slot), saved && JSON.stringify(saved))

/** What a draft keeps: every field with a value, in the order of `values`. */
function contentOf({ priceNaira, status: _, ...values }: StartValues): DraftForm {
  const price = priceNaira ? nairaToKobo(priceNaira) : 0
  const { title = '', description = '', photos = [] } = values
  const content = {
    ...values,
    photos,
    title: title.slice(0, limits.drafts.title),
    description: description.slice(0, limits.drafts.text),
    price: price > 0 && price <= limits.price.max ? price : undefined,
  } satisfies DraftForm
  return Object.fromEntries(
    Object.entries(content).filter(([, value]) => value !== undefined && value !== ''),
  )
}

function valuesOfDraft({ content: { price, photos = [], ...values } }: Draft): StartValues {
  return {
    ...values,
    ...(price !== undefined && { priceNaira: koboToNaira(price) }),
    photos: photos.map(({ url }) => url),
  } as StartValues
}
