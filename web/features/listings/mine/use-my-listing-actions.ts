import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnListing } from '#shared/contract/listings.ts'
import { api } from '#web/lib/api.ts'
import { type Page, urlOfKey } from '#web/lib/query-client.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { deleteListing, renewListing } from '../listing-mutations.ts'

/** One-press actions on the seller's own listings. `deleting`: ids of listings that are being deleted. */
export function useMyListingActions() {
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

  /** Shows the change before the server's answer; a refusal brings the card back. */
  async function changeAtOnce(
    before: OwnListing,
    after: Partial<OwnListing>,
    failed: string,
    send: () => Promise<void>,
  ) {
    const pages = {
      predicate: ({ queryKey }: { queryKey: QueryKey }) => urlOfKey(queryKey).startsWith('/api/my-listings?'),
    }
    const set = (values: Partial<OwnListing>) =>
      client.setQueriesData<Page<OwnListing>>(
        pages,
        (page) =>
          page && {
            ...page,
            items: page.items.map((one) => (one.id === before.id ? { ...one, ...values } : one)),
          },
      )
    await client.cancelQueries(pages)
    set(after)
    try {
      await send()
    } catch (error) {
      set(before)
      showFailure(failed, error)
    }
    await refreshChanged(client, 'PATCH /api/listings/:id')
  }

  const setStatus = (listing: OwnListing, status: 'ACTIVE' | 'HIDDEN', failed: string) =>
    changeAtOnce(listing, { status }, failed, async () => {
      const params = { id: listing.id }
      const changed = await api('PATCH /api/listings/:id', { params, body: { status } })
      if (changed.moderationReason && changed.status !== status)
        showToast({ title: 'Not shown yet', description: changed.moderationReason, tone: 'failure' })
      else if (status === 'HIDDEN') showToast({ title: 'Hidden', description: 'Only you see it now.' })
      else showToast({ title: 'Shown again', description: 'Everyone can see it.' })
    })

  const renew = (listing: OwnListing) =>
    changeAtOnce(listing, { status: 'ACTIVE', endedAt: null }, 'Not renewed', () =>
      renewListing(client, listing.id),
    )

  return {
    deleting,
    remove,
    renew,
    hide: (listing: OwnListing) => setStatus(listing, 'HIDDEN', 'Not hidden'),
    show: (listing: OwnListing) => setStatus(listing, 'ACTIVE', 'Not shown again'),
  }
}
