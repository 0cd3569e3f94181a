import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { listen } from '#web/lib/events.ts'
import { readStoredJson } from '#web/lib/storage.ts'
import { emptyListing, fieldOrder, isBlank, type ListingFormApi, type StartValues } from '../form-values.ts'
import { type DraftSlot, keep } from './draft-slot.ts'

/** Photos that no listing shows are deleted after a day: an older draft keeps its texts only. */
const photoLifetimeMs = 20 * 60 * 60 * 1000

/** Milliseconds without typing after which the draft is written. */
const debounceMs = 400

interface StoredDraft {
  values: StartValues
  /** Milliseconds since the epoch. */
  photosAt: number
}

export interface FormAutosave {
  restored: boolean
  dismiss(): void
  /** Deletes the draft (published or discarded), and writes none until the next change. */
  clear(): void
}

/**
 * Stores the input on this device, so that nothing is lost when a phone drops the tab. `onRestore` puts an earlier
 * draft into the form, once, after the first render. Without a slot nothing is stored.
 */
export function useFormAutosave(
  form: ListingFormApi,
  slot: DraftSlot | null,
  onRestore: (values: StartValues) => void,
): FormAutosave {
  const [restored, setRestored] = useState(false)
  const restore = useEffectEvent(onRestore)
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (!slot) return
    const stored = readDraft(slot)
    if (stored) {
      restore(stored)
      setRestored(true)
    }

    const write = () => {
      clearTimeout(pending.current)
      pending.current = undefined
      writeDraft(slot, form.getValues())
    }
    const flush = () => {
      if (pending.current !== undefined) write()
    }
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(pending.current)
        pending.current = setTimeout(write, debounceMs)
      },
    })
    const stopFlushing = listen(document, 'visibilitychange', flush)
    const stopFlushingAtEnd = listen(window, 'pagehide', flush)
    return () => {
      flush()
      unsubscribe()
      stopFlushing()
      stopFlushingAtEnd()
    }
  }, [form, slot])

  return {
    restored,
    dismiss: () => setRestored(false),
    clear() {
      clearTimeout(pending.current)
      pending.current = undefined
      setRestored(false)
      if (slot) keep(slot, null)
    },
  }
}

export function isWorthKeeping(values: StartValues): boolean {
  return fieldOrder.some((field) => isBlank(emptyListing[field]) && !isBlank(values[field]))
}

function readDraft({ key, id }: DraftSlot): StartValues | null {
  const stored = readStoredJson<StoredDraft>(key)
  if (!stored?.values || !isWorthKeeping(stored.values)) return null
  // A draft on the server keeps its photos.
  const tooOld = id === null && Date.now() - stored.photosAt > photoLifetimeMs
  const draft = { ...stored.values, photos: tooOld ? [] : (stored.values.photos ?? []) }
  return isWorthKeeping(draft) ? draft : null
}

function writeDraft(slot: DraftSlot, values: StartValues): void {
  if (!isWorthKeeping(values)) {
    keep(slot, null)
    return
  }
  const before = readStoredJson<StoredDraft>(slot.key)
  // The oldest photo decides: a draft that keeps its first photo keeps its age.
  const first = before?.values.photos?.some((url) => values.photos?.includes(url))
  const photosAt = first && before ? before.photosAt : Date.now()
  keep(slot, JSON.stringify({ values, photosAt } satisfies StoredDraft))
}
