import { useRef, useState } from 'react'
import type { ListingFormApi, ListingValues, StartValues } from './form-values.ts'
import { type Change, merge, type Part, valuesOfPart } from './newer-listing.ts'
import type { PhotoUploads } from './use-photo-uploads.ts'

export interface NewerListing {
  /** Changes made elsewhere while the form was open; empty until a save conflicts with them. */
  changes: Change[]
  /** The fields for which the user takes the other version. */
  taken: Set<Part>
  /** After a conflict: the form continues from the newer listing, with all changes of the user. */
  follow(theirs: ListingValues): void
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

  function put(values: Partial<ListingValues>) {
    for (const name of Object.keys(values) as (keyof ListingValues)[])
      form.setValue(name, values[name] as never, { shouldDirty: true, shouldValidate: true })
    if (values.photos && values.photos.join() !== photos.urls.join()) photos.replace(values.photos)
  }

  return {
    changes,
    taken,
    follow(theirs) {
      const hasPendingPhotos = photos.items.some(({ status }) => status !== 'done')
      const merged = merge(began.current, form.getValues(), theirs, hasPendingPhotos)
      began.current = theirs
      form.reset(theirs)
      put(merged.values)
      setTaken(new Set())
      setChanges(merged.changes)
    },
    choose(change, side) {
      const values = side === 'theirs' ? change.theirs : change.mine
      if (!values) return
      put(valuesOfPart(change.part, values))
      const next = new Set(taken)
      if (side === 'theirs') next.add(change.part)
      else next.delete(change.part)
      setTaken(next)
    },
  }
}
