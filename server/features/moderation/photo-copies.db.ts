import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { isInactive } from '#server/db/inactive-accounts.ts'
import type { Tx } from '#server/db/pool.ts'
import { hidden, statement, type ValueOf } from '#server/db/statement.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { nearestRows, similarPhotos } from '#server/features/uploads/uploads.public.ts'

/** A seller's photo, and the most similar photo in a listing of another seller. */
const PhotoCopy = z.strictObject({
  /** Address of the photo. */
  photo: z.string(),
  matchedPhoto: z.string(),
  matchedListingId: z.int(),
  /** The other listing's title; null while it is not public. */
  title: z.string().nullable(),
  /** The other listing's, in kobo. */
  price: z.int(),
  /** Bits of 64 in which the hashes differ. */
  distance: z.int(),
  mirrored: z.boolean(),
  /** The seller's account was opened within the days asked for. */
  isNewAccount: z.boolean(),
})
export type PhotoCopy = z.output<typeof PhotoCopy>

interface Search {
  sellerId: number
  /** Addresses. */
  photos: string[]
  newAccountDays: number
  /** Only photos that were uploaded before the seller's: later ones are copies of it. */
  olderOnly: boolean
}

/**
 * For each of a seller's photos that resembles photos of other sellers' listings, the nearest of those; none of sellers whose photos a
 * moderator compared and left alone. Most were found when the photo was uploaded, so only listings that came since are searched.
 */
export const findPhotoCopies = statement((value: ValueOf<Search>) =>
  typedSql(
    PhotoCopy,
    sql`with ${similarPhotos(value('photos'))}, nearest as materialized (
      select * from found
      union all
      select s.upload_id, s.listing_id, s.hash, s.distance, s.mirrored
      from uploads u join similar_photos s on s.upload_id = u.id
      where u.url = any(${hidden(value('photos'), 'text[]')}::text[])
      order by distance, listing_id limit ${sql.lit(nearestRows)}
    )
    select distinct on (mine.url) mine.url as photo, other.url as "matchedPhoto", l.id as "matchedListingId",
      case when l.status <> 'HIDDEN' then l.title end as title, l.price, f.distance, f.mirrored,
      me.created_at > now() - ${value('newAccountDays')}::int * interval '1 day' as "isNewAccount"
    from nearest f
    join listings l on l.id = f.listing_id and l.seller_id <> ${value('sellerId')}::int
    join users u on u.id = l.seller_id and not (${isInactive('u')})
    join uploads other on other.id = (
      select upload_id from photo_hashes where listing_id = f.listing_id and hash = f.hash limit 1)
    join uploads mine on mine.id = f.upload_id
    join users me on me.id = ${value('sellerId')}::int
    where (other.created_at < mine.created_at or not ${hidden(value('olderOnly'), 'boolean')}) and l.seller_id not in (
      select matched.seller_id
      from holds h join photo_matches m on m.hold_id = h.id join listings matched on matched.id = m.matched_listing_id
      where h.owner_id = ${value('sellerId')}::int and h.decision = 'RELEASE')
    order by mine.url, f.distance, l.created_at, l.id`,
  ),
)

/** A photo of a listing that is the same as another seller's, or may be. */
export interface PhotoMatch {
  /** Which of the listing's photos, from 1, and how many it has. */
  number: number
  count: number
  /** A moderator compared the two, and found the same picture. */
  isConfirmed: boolean
  /** The other listing's title; null while it is not public. */
  title: string | null
}

/** The photo match that the page of listing `l` shows, a confirmed one first; null if there is none. `listings` is the table's alias in the query. */
export function photoMatchOf(listings: string): RawBuilder<PhotoMatch | null> {
  const column = (name: string) => sql.ref(`${listings}.${name}`)
  return sql<PhotoMatch | null>`(
    select json_build_object('number', place.number, 'count', jsonb_array_length(${column('photos')}),
      'isConfirmed', h.decision is not null,
      'title', case when other.status <> 'HIDDEN' then other.title end)
    from photo_matches m join holds h on h.id = m.hold_id join listings other on other.id = m.matched_listing_id
    join lateral jsonb_array_elements(${column('photos')}) with ordinality as place(shown, number)
      on place.shown ->> 'url' = m.photo
    where m.listing_id = ${column('id')} and h.kind = 'PHOTO' and (h.decision is null or h.decision = 'REJECT')
    order by h.decision, h.id limit 1)`
}

/** Moves a listing's undecided photo matches to the hold of the whole listing. */
export async function mergeFlags(
  tx: Tx,
  { holdId, listingId }: { holdId: number; listingId: number },
): Promise<void> {
  await sql`with flags as (
      update holds set decision = 'WITHDRAWN', decided_at = now()
      where listing_id = ${listingId} and kind = 'PHOTO' and decision is null returning id)
    update photo_matches m set hold_id = ${holdId} from flags
    where m.hold_id = flags.id
      and not exists (select from photo_matches where hold_id = ${holdId} and photo = m.photo)`.execute(tx)
}

export async function insertPhotoMatches(
  tx: Tx,
  { holdId, listingId }: { holdId: number; listingId: number },
  copies: PhotoCopy[],
): Promise<void> {
  await tx
    .insertInto('photo_matches')
    .values(
      copies.map(({ photo, matchedPhoto, matchedListingId, distance, mirrored }) => ({
        hold_id: holdId,
        listing_id: listingId,
        photo,
        matched_listing_id: matchedListingId,
        matched_photo: matchedPhoto,
        distance,
        mirrored,
      })),
    )
    .execute()
}
