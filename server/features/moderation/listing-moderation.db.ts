import { sql, type Updateable } from 'kysely'
import { ownMailListing } from '#server/core/mail/mail-listing.db.ts'
import type { Authorized } from '#server/core/session/authorize.ts'
import { snapshotModerated, wasHidden, wasSold } from '#server/db/last-public.ts'
import type { Db } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'
import { limits } from '#shared/limits.ts'

/** The version of what a moderator reads of a listing: its words, price and photos. */
export const readVersion = (table: string) => {
  const read = ['title', 'description', 'price', 'photos'].map((column) => sql.ref(`${table}.${column}`))
  return sql<string>`md5(json_build_array(${sql.join(read)})::text)`
}

/** The state that decides what moderators may do with a listing, and its owner, who gets the mail. */
export type ModeratedListing = Awaited<ReturnType<typeof lockForModeration>>[number]

/** Listings of any status in the order of their ids; nobody else changes them until the transaction ends. */
export async function lockForModeration(tx: Db, ids: number[]) {
  return (
    tx
      .selectFrom('listings')
      .select([
        'id',
        'seller_id as sellerId',
        'title',
        'status',
        // Hidden, and sold before.
        wasSold('listings').as('wasSold'),
        'hidden_by_moderator as hiddenByModerator',
        wasHidden('listings').as('wasHidden'),
        'featured_until as featuredUntil',
        'deleted_at as deletedAt',
        ownMailListing('listings').as('inMail'),
        readVersion('listings').as('version'),
      ])
      .where(sql<boolean>`id = any(${ids}::integer[])`)
      // In one order everywhere, so that two administrators never wait for each other in a circle.
      .orderBy('id')
      .forUpdate()
      .execute()
  )
}

type Moderation = Pick<
  Updateable<DB['listings']>,
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
    .set({
      ...values,
      ...(values.status === 'HIDDEN' && snapshotModerated),
      updated_at: sql<Date>`now()`,
    })
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .execute()
}

const fullTime = sql`${sql.lit(limits.listingEnd.after)} * interval '1 day'`

/**
 * Extends wrongly hidden listings by the time since `since`: moves `created_at`, the last renewal, their end and the end of a feature. A
 * feature that had ended by then is not extended. A listing whose end had passed got its full time when it was shown, and no listing gets more.
 */
export async function extendByHiddenTime(
  tx: Db,
  { ids, sellerId }: { ids: number[]; sellerId?: undefined } | { ids?: undefined; sellerId: number },
  since: Date,
): Promise<void> {
  await sql`
    update listings set
      created_at = least(now(), created_at + (now() - ${since}::timestamptz)),
      renewed_at = least(now(), renewed_at + (now() - ${since}::timestamptz)),
      ends_at = least(ends_at + (now() - ${since}::timestamptz), greatest(ends_at, now() + ${fullTime})),
      featured_until = case when featured_until > ${since} then featured_until + (now() - ${since}::timestamptz)
        else featured_until end
    where deleted_at is null and status = 'ACTIVE'
      and ${ids ? sql`id = any(${ids}::integer[])` : sql`seller_id = ${sellerId}`}`.execute(tx)
}
