import { useEffect, useEffectEvent, useState } from 'react'
import { privatePrefix, storePrivate } from '#web/lib/private-storage.ts'
import { readStoredJson } from '#web/lib/storage.ts'
import { unsavedOf, useUnsaved } from '#web/lib/unsaved.ts'
import type { ListingFormApi, ListingValues } from './form-values.ts'

/** What somebody wrote, and the listing that they began with. */
export interface UnsavedListing {
  began: ListingValues
  values: ListingValues
}

const mark = {}

/**
 * Keeps unsaved changes of the edit form in this tab, also when a phone drops it, and restores them with `onRestore` after the first
 * render. `name`: unique for each listing. `began`: the listing that the changes are made to.
 */
export function useUnsavedListing(
  form: ListingFormApi,
  isUnsaved: boolean,
  { name, began }: { name: string; began: ListingValues },
  onRestore: (earlier: UnsavedListing) => void,
): void {
  const restore = useEffectEvent(onRestore)
  const key = `${privatePrefix}edit:${name}`
  const [earlier] = useState(() => readStoredJson<UnsavedListing>(key, 'sessionStorage'))
  useEffect(() => {
    // One from a page of an older version has no `began`.
    if (earlier?.began) restore(earlier)
  }, [earlier])
  const unsavedNow = useEffectEvent((): UnsavedListing => ({ began, values: form.getValues() }))
  useUnsaved(name, isUnsaved ? mark : null)
  useEffect(() => {
    const store = (unsaved: UnsavedListing | null) =>
      void storePrivate(key, unsaved && JSON.stringify(unsaved), 'sessionStorage')
    if (!isUnsaved) return store(null)
    const keep = () => store(unsavedNow())
    keep()
    const stop = form.subscribe({ formState: { values: true }, callback: keep })
    return () => {
      stop()
      // The user chose to leave without saving.
      if (unsavedOf(name) === undefined) store(null)
    }
  }, [form, isUnsaved, key, name])
}
