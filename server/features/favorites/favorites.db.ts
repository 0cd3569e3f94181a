import { sql } from 'kysely'
import type { Viewer } from '#server/core/session/session.ts'
import { isAway } from '#server/db/away.ts'
import { publicCover, publicTitle } from '#server/db/last-public.ts'
import type { Db } from '#server/db/pool.ts'
import type { Photo } from '#shared/contract/common.ts'

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

/** What somebody saved and may see now, the last saved first. */
export async function findVisibleFavorites(db: Db, viewer: Viewer): Promise<Favorite[]> {
  return selectFavorites(db, viewer.id).where(isVisibleTo(viewer)).execute()
}

interface UnavailableFavorite extends Favorite {
  title: string
  photos: Photo[]
}

/** What somebody saved and may not see now, as it was when it was last public. */
export async function findUnavailableFavorites(db: Db, viewer: Viewer): Promise<UnavailableFavorite[]> {
  return selectFavorites(db, viewer.id)
    .select([publicTitle('l').as('title'), publicCover('l').as('photos')])
    .where(sql<boolean>`not (${isVisibleTo(viewer)})`)
    .execute()
}

function selectFavorites(db: Db, userId: number) {
  return db
    .selectFrom('favorites as f')
    .innerJoin('listings as l', 'l.id', 'f.listing_id')
    .innerJoin('users as u', 'u.id', 'l.seller_id')
    .select(['f.listing_id as listingId', 'f.created_at as favoritedAt'])
    .where('f.user_id', '=', userId)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.listing_id', 'desc')
}

/** Whether somebody may see listing `l` of user `u`. */
function isVisibleTo({ id, role }: Viewer) {
  return sql<boolean>`(l.deleted_at is null
    and (${role === 'ADMIN'} or l.seller_id = ${id} or (l.status <> 'HIDDEN' and not (${isAway('u')}))))`
}
