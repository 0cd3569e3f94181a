import { useRef, useState } from 'react'
import type { ListingFormApi, ListingValues, StartValues } from './form-values.ts'
import { type Change, merge, type Part, valuesOfPart } from './newer-listing.ts'
import type { PhotoUploads } from './photos/use-photo-uploads.ts'
import type { UnsavedListing } from './use-unsaved-listing.ts'

export interface NewerListing {
  /** Changes made elsewhere while the form was open; empty until a save conflicts with them. */
  changes: Change[]
  /** The fields for which the user takes the other version. */
  taken: Set<Part>
  /** After a conflict: the form continues from the newer listing, with all changes of the user. */
  follow(theirs: ListingValues): void
  /** Brings changes back that were made to the listing as it was when the form was open before. */
  resume(earlier: UnsavedListing): void
  /** Decides a conflict: puts the other or the own value into the form. */
  choose(change: Change, side: 'mine' | 'theirs'): void
}

/** Continues an edit from a newer state of the listing, without losing input. */
export function useNewerListing(
  form: ListingFormApi,
  photos: PhotoUploads,
  start: StartValues,
): NewerListing {
  const began = useRef(start as ListingValues)
  const [changes, setChanges] = useState<Change[]>([])
  const [taken, setTaken] = useState<Set<Part>>(new Set())

  function put(values: Partial<ListingValues>, shouldValidate: boolean) {
    for (const name of Object.keys(values) as (keyof ListingValues)[])
      form.setValue(name, values[name] as never, { shouldDirty: true, shouldValidate })
    if (values.photos && values.photos.join() !== photos.urls.join()) photos.replace(values.photos)
  }

  function follow(theirs: ListingValues, mine = form.getValues()) {
    const hasPendingPhotos = photos.items.some(({ status }) => status !== 'done')
    const merged = merge(began.current, mine, theirs, hasPendingPhotos)
    began.current = theirs
    form.reset(theirs)
    put(merged.values, false)
    setTaken(new Set())
    setChanges(merged.changes)
  }

  return {
    changes,
    taken,
    follow: (theirs) => follow(theirs),
    resume(earlier) {
      const now = began.current
      began.current = earlier.began
      follow(now, earlier.values)
    },
    choose(change, side) {
      const values = side === 'theirs' ? change.theirs : change.mine
      if (!values) return
      put(valuesOfPart(change.part, values), true)
      const next = new Set(taken)
      if (side === 'theirs') next.add(change.part)
      else next.delete(change.part)
      setTaken(next)
    },
  }
}
