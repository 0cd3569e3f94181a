import { sql } from 'kysely'
import { z } from 'zod'
import type { Viewer } from '#server/core/session/session.ts'
import { isInactive } from '#server/db/inactive-accounts.ts'
import { publicCover, publicTitle } from '#server/db/last-public.ts'
import type { Db } from '#server/db/pool.ts'
import { hidden, statement, type ValueOf } from '#server/db/statement.ts'
import { typedSql } from '#server/db/typed-sql.ts'

/**
 * Saves a listing, with the price that its saver knows from now on; returns false where the list is full. Saving a saved listing changes nothing,
 * not even its time. From `max` saved listings on no other one is saved: without a lock, so requests at the same time may exceed it by a few.
 */
export async function insertFavorite(
  db: Db,
  userId: number,
  listingId: number,
  max: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into favorites (user_id, listing_id, known_price)
    select ${userId}, id, price from listings
    where id = ${listingId} and (select count(*) from favorites where user_id = ${userId}) < ${max}
    on conflict do nothing`.execute(db)
  if (numAffectedRows) return true
  // A statement of its own, which sees what other requests have just saved and removed.
  const { isDone } = await typedSql(
    z.strictObject({ isDone: z.boolean() }),
    sql`select coalesce(bool_or(listing_id = ${listingId}), false) or count(*) < ${max} as "isDone"
      from favorites where user_id = ${userId}`,
  ).one(db)
  return isDone
}

/** Removes a saved listing in any state; no error if it is not saved. */
export async function deleteFavorite(db: Db, userId: number, listingId: number): Promise<void> {
  await db.deleteFrom('favorites').where('user_id', '=', userId).where('listing_id', '=', listingId).execute()
}

/** What decides which listings a viewer sees. */
interface FavoritesQuery {
  viewerId: number
  isAdmin: boolean
}

const visibleFavorites = statement((value: ValueOf<FavoritesQuery>, db) =>
  selectFavorites(db, value).where(isVisibleTo(value)),
)

/** The saved listings that the viewer may see now, last saved first. */
export async function findVisibleFavorites(db: Db, viewer: Viewer) {
  return visibleFavorites(db, queryOf(viewer))
}

const unavailableFavorites = statement((value: ValueOf<FavoritesQuery>, db) =>
  selectFavorites(db, value)
    .select([publicTitle('l').as('title'), publicCover('l').as('photos')])
    .where(sql<boolean>`not (${isVisibleTo(value)})`),
)

/** The saved listings that the viewer may not see now, in their last public state. */
export async function findUnavailableFavorites(db: Db, viewer: Viewer) {
  return unavailableFavorites(db, queryOf(viewer))
}

const queryOf = ({ id, role }: Viewer): FavoritesQuery => ({ viewerId: id, isAdmin: role === 'ADMIN' })

function selectFavorites(db: Db, value: ValueOf<FavoritesQuery>) {
  return db
    .selectFrom('favorites as f')
    .innerJoin('listings as l', 'l.id', 'f.listing_id')
    .innerJoin('users as u', 'u.id', 'l.seller_id')
    .select(['f.listing_id as listingId', 'f.created_at as favoritedAt'])
    .where('f.user_id', '=', value('viewerId'))
    .orderBy('f.created_at', 'desc')
    .orderBy('f.listing_id', 'desc')
}

/** Whether the viewer may see listing `l` of user `u`. */
function isVisibleTo(value: ValueOf<FavoritesQuery>) {
  return sql<boolean>`(l.deleted_at is null
    and (${hidden(value('isAdmin'), 'boolean')} or l.seller_id = ${value('viewerId')} or (l.status <> 'HIDDEN' and not (${isInactive('u')}))))`
}
