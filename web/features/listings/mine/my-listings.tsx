import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnListing } from '#shared/contract/listings.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { deleteListing } from '../changes.ts'
import { MyListingCard } from './my-listing-card.tsx'

const grid = 'grid gap-4 md:grid-cols-2 xl:grid-cols-3'

/** One's own listings, newest first. */
export function MyListings({ listings }: { listings: OwnListing[] }) {
  const client = useQueryClient()
  const [deleting, setDeleting] = useState<number[]>([])

  async function remove(id: number) {
    if (!confirm('Are you sure you want to delete this listing?')) return
    setDeleting((ids) => [...ids, id])
    try {
      await deleteListing(client, id)
      showToast({ title: 'Listing deleted' })
    } catch {
      showFailure('Failed to delete', undefined, 'Could not delete the listing')
    } finally {
      setDeleting((ids) => ids.filter((other) => other !== id))
    }
  }

  return (
    <ul className={grid}>
      {listings.map((listing, index) => (
        <li key={listing.id} className="grid">
          <MyListingCard
            listing={listing}
            priority={index < 4}
            deleting={deleting.includes(listing.id)}
            onDelete={() => remove(listing.id)}
          />
        </li>
      ))}
    </ul>
  )
}

/** The place of listings that are on their way. */
export function MyListingsSkeleton() {
  return (
    <div className={grid} role="status" aria-label="Loading your listings">
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <div key={place} className="card overflow-hidden">
          <div className="flex gap-3.5 p-3">
            <div className="skeleton size-28 rounded-control" />
            <div className="flex-1">
              <div className="skeleton h-6 w-16 rounded-full" />
              <div className="skeleton mt-2 h-5 w-full" />
              <div className="skeleton mt-2 h-6 w-24" />
              <div className="skeleton mt-2 h-4 w-28" />
            </div>
          </div>
          <div className="h-11 border-t border-line" />
        </div>
      ))}
    </div>
  )
}
