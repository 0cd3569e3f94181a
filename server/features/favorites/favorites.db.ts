import { sql } from 'kysely'
import type { Viewer } from '#server/core/session/session.ts'
import { isAway } from '#server/db/away.ts'
import type { Db } from '#server/db/pool.ts'

export interface Favorite {
  listingId: number
  favoritedAt: Date
}

/** Saving what is saved changes nothing, its time neither. */
export async function insertFavorite(db: Db, userId: number, listingId: number): Promise<void> {
  await db
    .insertInto('favorites')
    .values({ user_id: userId, listing_id: listingId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteFavorite(db: Db, userId: number, listingId: number): Promise<void> {
  await db.deleteFrom('favorites').where('user_id', '=', userId).where('listing_id', '=', listingId).execute()
}

/** What somebody saved and may see now, the last saved first. The others stay saved, and come back with their listings. */
export async function findVisibleFavorites(db: Db, viewer: Viewer): Promise<Favorite[]> {
  return db
    .selectFrom('favorites as f')
    .innerJoin('listings as l', 'l.id', 'f.listing_id')
    .innerJoin('users as u', 'u.id', 'l.seller_id')
    .select(['f.listing_id as listingId', 'f.created_at as favoritedAt'])
    .where('f.user_id', '=', viewer.id)
    .where('l.deleted_at', 'is', null)
    .$if(viewer.role !== 'ADMIN', (query) =>
      query.where((the) =>
        the.or([
          the('l.seller_id', '=', viewer.id),
          the.and([the('l.status', '<>', 'HIDDEN'), sql<boolean>`not (${isAway('u')})`]),
        ]),
      ),
    )
    .orderBy('f.created_at', 'desc')
    .orderBy('f.listing_id', 'desc')
    .execute()
}
