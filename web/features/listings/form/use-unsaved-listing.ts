import { useEffect, useEffectEvent, useState } from 'react'
import { privatePrefix, storePrivate } from '#web/lib/private-storage.ts'
import { readStoredJson } from '#web/lib/storage.ts'
import { unsavedOf, useUnsaved } from '#web/lib/unsaved.ts'
import type { ListingFormApi, StartValues } from './form-values.ts'

export interface UnsavedAs {
  name: string
  /** The version of the listing that the form began with. */
  version: string | undefined
}

interface Unsaved {
  version: string | undefined
  values: StartValues
}

const mark = {}

/**
 * Keeps unsaved changes of the edit form in this tab, also when a phone drops it, and restores them with `onRestore` after the first
 * render. If the listing was changed meanwhile they are dropped: they would undo that change.
 */
export function useUnsavedListing(
  form: ListingFormApi,
  isUnsaved: boolean,
  { name, version }: UnsavedAs,
  onRestore: (values: StartValues) => void,
): void {
  const restore = useEffectEvent(onRestore)
  const key = `${privatePrefix}edit:${name}`
  const [earlier] = useState(() => {
    const kept = readStoredJson<Unsaved>(key, 'sessionStorage')
    return kept && kept.version === version ? kept.values : null
  })
  useEffect(() => {
    if (earlier) restore(earlier)
  }, [earlier])
  useUnsaved(name, isUnsaved ? mark : null)
  useEffect(() => {
    const store = (unsaved: Unsaved | null) =>
      void storePrivate(key, unsaved && JSON.stringify(unsaved), 'sessionStorage')
    if (!isUnsaved) return store(null)
    const keep = () => store({ version, values: form.getValues() })
    keep()
    const stop = form.subscribe({ formState: { values: true }, callback: keep })
    return () => {
      stop()
      // The user chose to leave without saving.
      if (unsavedOf(name) === undefined) store(null)
    }
  }, [form, isUnsaved, key, name, version])
}
