import type { Draft, DraftForm } from '#shared/contract/drafts.ts'
import { api } from '#web/lib/api.ts'
import { codeOf, currentOf, messageOf, statusOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { storePrivate } from '#web/lib/private-storage.ts'
import { readStoredJson } from '#web/lib/storage.ts'
import type { StartValues } from '../form-values.ts'
import { contentOf } from './draft-content.ts'
import type { DraftSlot } from './draft-slot.ts'
import type { FormTools } from './form-tools.ts'

interface SaverHooks {
  tools: FormTools
  slot: DraftSlot
  getValues: () => StartValues
  isStopped: () => boolean
  onSaved: () => void
  /** The server has a version that this device does not know: nothing is saved until `adopt` or `overrule`. */
  onConflict: (draft: Draft) => void
  /** The server takes no more drafts. */
  onRefused: (reason: string) => void
}

/** The server's copy as last known to this device. `text`: its content, as it was sent. */
interface Saved {
  version: string
  text: string
}

/** Saves the values of a form as a draft on the server, one request after the other. */
export function createDraftSaver(hooks: SaverHooks) {
  const { tools, slot, getValues, isStopped, onSaved, onConflict, onRefused } = hooks
  const { emptyListing, giveId, isWorthKeeping } = tools
  let saved = readStoredJson<Saved>(savedKey(slot))
  let saving: Promise<void> | null = null
  /** The text of a save without an answer: the server may have it, so it is sent again before any other. */
  let unanswered: string | null = null
  let isConflicting = false

  const textOf = (values: StartValues) => JSON.stringify(contentOf({ ...emptyListing, ...values }))

  function remember({ version }: Draft, text: string): void {
    saved = { version, text }
    writeSaved(slot, saved)
  }

  function forget(): void {
    writeSaved(slot, null)
    saved = null
    unanswered = null
    slot.id = null
  }

  function reportConflict(draft: Draft): void {
    isConflicting = true
    onConflict(draft)
  }

  async function save(): Promise<void> {
    if (saving) {
      await saving
      return save()
    }
    const values = getValues()
    const text = textOf(values)
    if (isStopped() || isConflicting || text === saved?.text || !isWorthKeeping(values)) return
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
      onSaved()
    } catch (error) {
      if (statusOf(error) !== undefined) unanswered = null
      const current = codeOf(error) === 'STALE_VERSION' && currentOf<Draft>(error)
      if (current) reportConflict(current)
      else if (codeOf(error) === 'CONFLICT') onRefused(messageOf(error))
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

  return {
    save,
    /** The save that is under way. */
    getSaving: () => saving,
    getSavedVersion: () => saved?.version,
    /** Whether the form has nothing that the server's copy lacks. */
    isSynced: () => textOf(getValues()) === saved?.text,
    reportConflict,
    /** The form was filled with these values of the draft. */
    adopt(draft: Draft, values: StartValues): void {
      remember(draft, textOf(values))
      isConflicting = false
    },
    /** The next save replaces this version of the draft. */
    overrule({ version }: Draft): void {
      saved = { version, text: '' }
      isConflicting = false
    },
    /** The draft is no longer on the server: the next save makes a new one. */
    forget,
  }
}

const savedKey = ({ key }: DraftSlot) => `${key}:saved`

const writeSaved = (slot: DraftSlot, saved: Saved | null) =>
  storePrivate(savedKey(slot), saved && JSON.stringify(saved))
