import type { AdminListing } from '#shared/contract/admin.ts'
import { api } from '#web/lib/api.ts'
import { useRowActs } from './row-acts.ts'

const dayInMs = 86_400_000

/** What administrators do with listings: each row shows it at once, and goes back where it was not saved. */
export function useListingActs() {
  const acts = useRowActs<AdminListing>()
  const updated = () => 'Listing updated'

  return {
    ...acts,
    hide: (listing: AdminListing, reason: string | undefined) =>
      acts.act({
        rows: [listing],
        change: (row) => ({
          ...row,
          status: 'HIDDEN',
          hiddenByModerator: true,
          moderationReason: reason ?? null,
        }),
        call: () =>
          api('PATCH /api/admin/listings/:id', {
            params: { id: listing.id },
            body: { status: 'HIDDEN', reason },
          }),
        done: updated,
      }),
    show: (listing: AdminListing) =>
      acts.act({
        rows: [listing],
        change: (row) => ({ ...row, status: 'ACTIVE', hiddenByModerator: false, moderationReason: null }),
        call: () =>
          api('PATCH /api/admin/listings/:id', { params: { id: listing.id }, body: { status: 'ACTIVE' } }),
        done: updated,
      }),
    /** `days` null: no longer. */
    feature: (listing: AdminListing, days: number | null, reason?: string) => {
      const until = days === null ? null : new Date(Date.now() + days * dayInMs).toISOString()
      return acts.act({
        rows: [listing],
        change: (row) => ({ ...row, featured: until !== null, featuredUntil: until }),
        call: () =>
          api('PATCH /api/admin/listings/:id/feature', {
            params: { id: listing.id },
            body: { until, reason },
          }),
        done: updated,
      })
    },
    remove: (listing: AdminListing, reason: string | undefined) =>
      acts.act({
        rows: [listing],
        change: asDeleted,
        call: () => api('DELETE /api/admin/listings/:id', { params: { id: listing.id }, body: { reason } }),
        done: () => 'Listing deleted',
      }),
    removeAll: (listings: AdminListing[], reason: string | undefined) =>
      acts.act({
        rows: listings,
        change: asDeleted,
        call: () =>
          api('POST /api/admin/listings/bulk-delete', {
            body: { ids: listings.map(({ id }) => id), reason },
          }),
        done: ({ deleted }) => `${deleted} listings deleted`,
      }),
  }
}

function asDeleted(listing: AdminListing): AdminListing {
  return { ...listing, deletedAt: new Date().toISOString() }
}
