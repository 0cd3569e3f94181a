import { sql, type Updateable } from 'kysely'
import type { Authorized } from '#server/core/session/authorize.ts'
import type { Db } from '#server/db/pool.ts'
import type { Listings } from '#server/db/schema.ts'
import type { ListingStatus } from '#shared/contract/listing-values.ts'

/** What decides what moderators may do with a listing, and whom they tell. */
export interface ModeratedListing {
  id: number
  sellerId: number
  title: string
  status: ListingStatus
  featuredUntil: Date | null
  deletedAt: Date | null
}

/** Listings of any status in the order of their ids; nobody else changes them until the transaction ends. */
export async function lockForModeration(tx: Db, ids: number[]): Promise<ModeratedListing[]> {
  return (
    tx
      .selectFrom('listings')
      .select([
        'id',
        'seller_id as sellerId',
        'title',
        'status',
        'featured_until as featuredUntil',
        'deleted_at as deletedAt',
      ])
      .where(sql<boolean>`id = any(${ids}::integer[])`)
      // In one order everywhere, so that two administrators never wait for each other in a circle.
      .orderBy('id')
      .forUpdate()
      .execute()
  )
}

type Moderation = Pick<
  Updateable<Listings>,
  'status' | 'hidden_by_moderator' | 'moderation_reason' | 'featured_until' | 'deleted_at'
>

export async function writeModeration(
  tx: Db,
  listings: Authorized<ModeratedListing[]>,
  values: Moderation,
): Promise<void> {
  const ids = listings.map(({ id }) => id)
  await tx
    .updateTable('listings')
    .set({ ...values, updated_at: sql<Date>`now()` })
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .execute()
}
