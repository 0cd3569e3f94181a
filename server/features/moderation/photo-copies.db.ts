import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { isInactive } from '#server/db/inactive-accounts.ts'
import type { Tx } from '#server/db/pool.ts'
import { statement, type ValueOf } from '#server/db/statement.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { mirrorMask } from '#server/features/uploads/uploads.public.ts'

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
  /** Maximum distance in bits. */
  distance: number
  newAccountDays: number
  /** Only photos that were uploaded before the seller's: later ones are copies of it. */
  olderOnly: boolean
}

/** Rows read for one key: a photo that very many listings have costs no more than others. */
const rowsPerKey = 1000

/** Matches whose listings and sellers are looked at. */
const nearestRows = 200

/** A quarter of a hash, in the words of the indexes on them (migration 0018). */
const quarter = (bits: number) =>
  sql.raw(bits === 0 ? '(hash & 65535)::int' : `((hash >> ${bits}) & 65535)::int`)

/** Photos whose hash has this quarter in common with a key, and few other bits differ. */
const near = (bits: number, value: ValueOf<Search>) => sql`
  select k.url, k.mirrored, h.listing_id, h.hash, bit_count((h.hash # k.hash)::bit(64)) as distance
  from keys k, lateral (
    select hash, listing_id, seller_id from photo_hashes
    where ${quarter(bits)} = k.${sql.raw(`quarter_${bits}`)} limit ${sql.lit(rowsPerKey)}) as h
  where h.seller_id <> ${value('sellerId')}::int
    and bit_count((h.hash # k.hash)::bit(64)) <= ${value('distance')}::int`

const quarters = [0, 16, 32, 48]

/**
 * For each of a seller's photos that resembles photos of other sellers' listings, the nearest of those; none of sellers whose photos a
 * moderator compared and left alone. The first probe, of the uncut photo, is also looked up with each bit of a quarter flipped.
 */
// The addresses are a subquery, whose length the planner does not see: otherwise it would plan the statement anew each time (1.2 ms).
export const findPhotoCopies = statement((value: ValueOf<Search>) =>
  typedSql(
    PhotoCopy,
    sql`with asked as materialized (
      select u.url, probe # mask as hash, mask <> 0 as mirrored, place = 1 as is_uncut
      from uploads u, unnest(u.probes) with ordinality as probes(probe, place),
        (values (0::bigint), (${sql.lit(String(mirrorMask))}::bigint)) as masks(mask)
      where u.url = any((select ${value('photos')}::text[])::text[])
    ), keys as materialized (
      select asked.*, ${sql.join(quarters.map((bits) => sql`${quarter(bits)} # flip as ${sql.raw(`quarter_${bits}`)}`))}
      from asked, (select 0 as flip union all select 1 << n from generate_series(0, 15) as n) as flips
      where is_uncut or flip = 0
    ), found as (
      ${sql.join(
        quarters.map((bits) => sql`(${near(bits, value)})`),
        sql` union all `,
      )}
    ), nearest as materialized (
      select * from found order by distance, listing_id limit ${sql.lit(nearestRows)}
    )
    select distinct on (f.url) f.url as photo, other.url as "matchedPhoto", l.id as "matchedListingId",
      case when l.status <> 'HIDDEN' then l.title end as title, l.price, f.distance, f.mirrored,
      me.created_at > now() - ${value('newAccountDays')}::int * interval '1 day' as "isNewAccount"
    from nearest f
    join listings l on l.id = f.listing_id
    join users u on u.id = l.seller_id and not (${isInactive('u')})
    join uploads other on other.id = (
      select upload_id from photo_hashes where listing_id = f.listing_id and hash = f.hash limit 1)
    join uploads mine on mine.url = f.url
    join users me on me.id = ${value('sellerId')}::int
    where (other.created_at < mine.created_at or not ${value('olderOnly')}::boolean) and l.seller_id not in (
      select matched.seller_id
      from holds h join photo_matches m on m.hold_id = h.id join listings matched on matched.id = m.matched_listing_id
      where h.owner_id = ${value('sellerId')}::int and h.decision = 'RELEASE')
    order by f.url, f.distance, l.created_at, l.id`,
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
