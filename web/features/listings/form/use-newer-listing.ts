import { useRef, useState } from 'react'
import type { ListingFormApi, ListingValues, StartValues } from './listing-values.ts'
import { type Change, merge, type Part, valuesOfPart } from './newer-listing.ts'
import type { PhotoUploads } from './use-photo-uploads.ts'

export interface NewerListing {
  /** What changed elsewhere while the form was open; empty until a save met it. */
  changes: Change[]
  /** Of which of them the person takes the other's. */
  taken: Set<Part>
  /** A save met a newer state of the listing: the form goes on from there, with everything that the person changed. */
  follow(theirs: ListingValues): void
  /** Decides a conflict: the other's in the form, or one's own again. */
  choose(change: Change, side: 'mine' | 'theirs'): void
}

/** Goes on from a newer state of the listing that a form edits, and loses nothing that was typed. */
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
