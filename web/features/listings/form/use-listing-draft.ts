import { useEffect, useRef, useState } from 'react'
import { keepPrivate } from '#web/lib/private-storage.ts'
import type { ListingFormApi, StartValues } from './listing-values.ts'

/** Photos that no listing shows are deleted after a day: an older draft keeps its texts only. */
const photosKeep = 20 * 60 * 60 * 1000

/** Milliseconds without typing after which the draft is written. */
const calm = 400

interface StoredDraft {
  values: StartValues
  /** Milliseconds since the epoch. */
  photosAt: number
}

export interface ListingDraft {
  /** An earlier draft stands in the form. */
  restored: boolean
  /** The restored note has been read. */
  dismiss(): void
  /** The draft has become a listing or is not wanted: forgets it, and writes no more until something changes. */
  clear(): void
}

/**
 * Keeps what is typed on this device, so that nothing is lost when a phone drops the tab. `onRestore` puts an earlier
 * draft into the form, once, after the first render. Without `key` nothing is kept.
 */
export function useListingDraft(
  form: ListingFormApi,
  key: string | null,
  onRestore: (values: StartValues) => void,
): ListingDraft {
  const [restored, setRestored] = useState(false)
  const restore = useRef(onRestore)
  restore.current = onRestore
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (!key) return
    const stored = readDraft(key)
    if (stored) {
      restore.current(stored)
      setRestored(true)
    }

    const write = () => {
      clearTimeout(pending.current)
      pending.current = undefined
      writeDraft(key, form.getValues())
    }
    const flush = () => {
      if (pending.current !== undefined) write()
    }
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(pending.current)
        pending.current = setTimeout(write, calm)
      },
    })
    document.addEventListener('visibilitychange', flush)
    addEventListener('pagehide', flush)
    return () => {
      flush()
      unsubscribe()
      document.removeEventListener('visibilitychange', flush)
      removeEventListener('pagehide', flush)
    }
  }, [form, key])

  return {
    restored,
    dismiss: () => setRestored(false),
    clear() {
      clearTimeout(pending.current)
      pending.current = undefined
      setRestored(false)
      if (key) removeDraft(key)
    },
  }
}

function isWorthKeeping({ title, description, categoryId, priceNaira, photos, state }: StartValues): boolean {
  return Boolean(title?.trim() || description?.trim() || categoryId || priceNaira || photos?.length || state)
}

/** Browsers may refuse storage (private windows, full disks): the form works without drafts then. */
function readDraft(key: string): StartValues | null {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredDraft | null
    if (!stored || !isWorthKeeping(stored.values)) return null
    const tooOld = Date.now() - stored.photosAt > photosKeep
    const draft = { ...stored.values, photos: tooOld ? [] : (stored.values.photos ?? []) }
    return isWorthKeeping(draft) ? draft : null
  } catch {
    return null
  }
}

function writeDraft(key: string, values: StartValues): void {
  try {
    if (!isWorthKeeping(values)) {
      keepPrivate(key, null)
      return
    }
    const before = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredDraft | null
    // The oldest photo decides: a draft that keeps its first photo keeps its age.
    const first = before?.values.photos?.some((url) => values.photos?.includes(url))
    const photosAt = first && before ? before.photosAt : Date.now()
    keepPrivate(key, JSON.stringify({ values, photosAt } satisfies StoredDraft))
  } catch {
    // As in readDraft.
  }
}

function removeDraft(key: string): void {
  try {
    keepPrivate(key, null)
  } catch {
    // As in readDraft.
  }
}
