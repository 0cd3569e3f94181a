import type { AdminListing } from '#shared/contract/admin.ts'
import { dayMs } from '#shared/limits.ts'
import { api } from '#web/lib/api.ts'
import { serverTime } from '#web/lib/server-time.ts'
import type { ActionReason } from './reason-dialog.tsx'
import { useRowMutations } from './row-mutations.ts'

/** Moderation actions on listings, optimistic in each row. */
export function useListingMutations() {
  const mutations = useRowMutations<AdminListing>()
  const updated = () => 'Listing updated'

  return {
    ...mutations,
    hide: (listing: AdminListing, why: ActionReason) =>
      mutations.run({
        rows: [listing],
        change: (row) => ({
          ...row,
          status: 'HIDDEN',
          wasSold: row.wasSold || row.status === 'SOLD',
          hiddenByModerator: true,
          moderationReason: why.reason ?? null,
        }),
        endpoint: 'PATCH /api/admin/listings/:id',
        call: () =>
          api('PATCH /api/admin/listings/:id', {
            params: { id: listing.id },
            body: { status: 'HIDDEN', ...why },
          }),
        successText: updated,
      }),
    show: (listing: AdminListing) => {
      const status = listing.wasSold ? 'SOLD' : 'ACTIVE'
      return mutations.run({
        rows: [listing],
        change: (row) => ({
          ...row,
          status,
          hiddenByModerator: false,
          moderationReason: null,
          wasSold: false,
        }),
        endpoint: 'PATCH /api/admin/listings/:id',
        call: () => api('PATCH /api/admin/listings/:id', { params: { id: listing.id }, body: { status } }),
        successText: updated,
      })
    },
    /** `days` null ends featuring. */
    feature: (listing: AdminListing, days: number | null, reason?: string) => {
      const until = days === null ? null : new Date(serverTime() + days * dayMs).toISOString()
      return mutations.run({
        rows: [listing],
        change: (row) => ({ ...row, featured: until !== null, featuredUntil: until }),
        endpoint: 'PATCH /api/admin/listings/:id/feature',
        call: () =>
          api('PATCH /api/admin/listings/:id/feature', {
            params: { id: listing.id },
            body: { until, reason },
          }),
        successText: updated,
      })
    },
    remove: (listing: AdminListing, why: ActionReason) =>
      mutations.run({
        rows: [listing],
        change: asDeleted,
        endpoint: 'DELETE /api/admin/listings/:id',
        call: () => api('DELETE /api/admin/listings/:id', { params: { id: listing.id }, body: { ...why } }),
        successText: () => 'Listing deleted',
      }),
    removeAll: (listings: AdminListing[], why: ActionReason) =>
      mutations.run({
        rows: listings,
        isBulk: true,
        change: asDeleted,
        endpoint: 'POST /api/admin/listings/bulk-delete',
        call: () =>
          api('POST /api/admin/listings/bulk-delete', {
            body: { ids: listings.map(({ id }) => id), ...why },
          }),
        successText: ({ deleted }) => `${deleted} listings deleted`,
      }),
  }
}

function asDeleted(listing: AdminListing): AdminListing {
  return { ...listing, deletedAt: new Date().toISOString() }
}
