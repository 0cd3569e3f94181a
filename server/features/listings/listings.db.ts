import { type InferResult, sql, type Updateable } from 'kysely'
import { z } from 'zod'
import type { Authorized } from '#server/core/session/authorize.ts'
import { isInactive } from '#server/db/inactive-accounts.ts'
import { type LastPublic, publicTitle, snapshotLastPublic } from '#server/db/last-public.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { readPrepared } from '#server/db/prepared.ts'
import type { DB } from '#server/db/schema.ts'
import { statement, type ValueOf } from '#server/db/statement.ts'
import { findIds, typedSql } from '#server/db/typed-sql.ts'
import { CardRow, cardColumns } from '#server/features/catalogue/catalogue.public.ts'
import { isReserved } from '#server/features/deals/deals.public.ts'
import { photoMatchOf } from '#server/features/moderation/moderation.public.ts'
import type { Photo } from '#shared/contract/common.ts'
import type { ListingChanges, ListingDraft } from '#shared/contract/listings.ts'
import { limits } from '#shared/limits.ts'

type Draft = Omit<ListingDraft, 'photos'> & { photos: Photo[] }
/** An owner's changes, with the photos behind the addresses that were sent. */
export type Changes = Omit<ListingChanges, 'photos' | 'version'> & { photos?: Photo[] | undefined }

/** The owner's fields, as the driver takes them. */
type Written = Required<Omit<Changes, 'photos'>> & { photos: string }
type ColumnFor<Value> = {
  [Column in keyof DB['listings']]: Value extends Updateable<DB['listings']>[Column] ? Column : never
}[keyof DB['listings']]

/** The column of each field that an owner writes. Listings are read, inserted and updated by this list. */
const columnOf = {
  title: 'title',
  description: 'description',
  categoryId: 'category_id',
  price: 'price',
  priceType: 'price_type',
  condition: 'condition',
  state: 'state',
  lga: 'lga',
  photos: 'photos',
  status: 'status',
} as const satisfies { [Field in keyof Written]: ColumnFor<Written[Field]> }

type Columns = typeof columnOf
type Field = keyof Columns
type FieldColumn = { [F in Field]: `l.${Columns[F]} as ${F}` }[Field]

const fields = Object.keys(columnOf) as Field[]
/** A new listing's status is decided when it is published. */
const draftFields = fields.filter((field) => field !== 'status')

/** Whether listing `l` is held for review; the queue is read for hidden listings only. */
const isPendingReview = sql<boolean>`l.hidden_by_moderator and exists (
  select from holds where listing_id = l.id and kind = 'LISTING' and decision is null)`

/** How many public listings seller `u` has, counted up to a limit: large sellers have thousands. */
const activeListings = sql<number>`(
  select count(*)::int from (
    select from listings where seller_id = u.id and status = 'ACTIVE' and deleted_at is null
    limit ${sql.lit(limits.sellerListings)}) as counted)`

/** A listing of any status; null where there never was one. */
export async function findListing(db: Db, id: number): Promise<StoredListing | null> {
  const [listing] = await storedListing(db, { id })
  return listing ?? null
}

/** The owner's fields, and those that decide who may see or change a listing. */
const selectListing = (db: Db) =>
  db
    .selectFrom('listings as l')
    .innerJoin('users as u', 'u.id', 'l.seller_id')
    .select([
      ...fields.map((field) => `l.${columnOf[field]} as ${field}` as FieldColumn),
      'l.id',
      'l.seller_id as sellerId',
      // Banned, or about to be deleted.
      isInactive('u').as('sellerIsInactive'),
      // The title that others may see.
      publicTitle('l').as('publicTitle'),
      'l.hidden_by_moderator as hiddenByModerator',
      // Held for review, not hidden by an administrator.
      isPendingReview.as('isPendingReview'),
      'l.moderation_reason as moderationReason',
      'l.deleted_at as deletedAt',
      'l.ends_at as endsAt',
      // When its time ran out.
      'l.ended_at as endedAt',
      'l.renewed_at as renewedAt',
      photoMatchOf('l').as('photoMatch'),
      isReserved('l').as('isReserved'),
      'l.views',
      'l.featured_until as featuredUntil',
      'l.created_at as publishedAt',
      'l.questions_enabled as questionsEnabled',
      sql<boolean>`exists (select from questions where listing_id = l.id)`.as('hasQuestions'),
      'u.full_name as fullName',
      'u.avatar_url as avatarUrl',
      'u.rating_avg as ratingAvg',
      'u.rating_count as ratingCount',
      'u.created_at as sellerSince',
      'u.phone_verified_at as phoneVerifiedAt',
      activeListings.as('activeListings'),
    ])
export type StoredListing = InferResult<ReturnType<typeof selectListing>>[number]

/** A listing whose row is locked. */
export interface LockedListing extends StoredListing {
  /** What others last saw of it; null while it is public. */
  lastPublic: LastPublic | null
}

const storedListing = statement((value: ValueOf<{ id: number }>, db) =>
  selectListing(db).where('l.id', '=', value('id')),
)

/** Whether somebody saved a listing, asked about it, or talked with its seller. */
export async function hasInteractedWith(db: Db, id: number, userId: number): Promise<boolean> {
  const { hasInteracted } = await db
    .selectNoFrom(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('favorites').where('user_id', '=', userId).where('listing_id', '=', id)),
        exists(selectFrom('threads').where('buyer_id', '=', userId).where('listing_id', '=', id)),
        exists(selectFrom('questions').where('asker_id', '=', userId).where('listing_id', '=', id)),
      ]).as('hasInteracted'),
    )
    .executeTakeFirstOrThrow()
  return hasInteracted === true
}

const lockedListing = statement((value: ValueOf<{ id: number }>, db) =>
  selectListing(db).select('l.last_public as lastPublic').where('l.id', '=', value('id')).forNoKeyUpdate('l'),
)

/** Like `findListing`, with the row locked until the transaction ends. */
export async function findListingForUpdate(tx: Db, id: number): Promise<LockedListing | null> {
  const [listing] = await lockedListing(tx, { id })
  return listing ?? null
}

type NewRow = Omit<Written, 'status'> & { sellerId: number; heldFor: string | null }

const InsertedRow = CardRow.extend({
  sellerSince: z.date(),
  phoneVerifiedAt: z.date().nullable(),
  /** Without the new one. */
  activeListings: z.int(),
  endsAt: z.date(),
})
type InsertedRow = z.output<typeof InsertedRow>

const days = (count: number) => sql`${sql.lit(count)} * interval '1 day'`

const insert = statement((value: ValueOf<NewRow>) =>
  typedSql(
    InsertedRow,
    sql`
    with l as (
      insert into listings
        (seller_id, ${sql.join(draftFields.map((field) => sql.ref(columnOf[field])))},
          status, hidden_by_moderator, moderation_reason, ends_at)
      select ${value('sellerId')}, ${sql.join(draftFields.map((field) => value(field)))},
        case when held.why is null then 'ACTIVE' else 'HIDDEN' end, held.why is not null, held.why,
        now() + ${days(limits.listingEnd.after)}
      from (select ${value('heldFor')}::text as why) as held
      returning *
    )
    select ${sql.raw(cardColumns)}, u.created_at as "sellerSince", u.phone_verified_at as "phoneVerifiedAt", ${activeListings} as "activeListings",
      l.ends_at as "endsAt"
    from l join users u on u.id = l.seller_id`,
  ),
)

/** Returns the new listing's card and end. It is active, or hidden if `heldFor` gives a reason. */
export async function insertListing(
  db: Db,
  sellerId: number,
  draft: Draft,
  heldFor: string | null,
): Promise<InsertedRow> {
  const [row] = await insert(db, { ...draft, sellerId, photos: JSON.stringify(draft.photos), heldFor })
  if (!row) throw new Error('The listing was not written.')
  return row
}

/** Updates the given fields. */
export async function updateListing(
  tx: Db,
  listing: Authorized<StoredListing>,
  changes: Changes,
): Promise<void> {
  const written = { ...changes, photos: changes.photos && JSON.stringify(changes.photos) }
  const values: Updateable<DB['listings']> = Object.fromEntries(
    fields.map((field) => [columnOf[field], written[field]]),
  )
  await tx
    .updateTable('listings')
    .set({ ...values, ...(changes.status === 'HIDDEN' && snapshotLastPublic), updated_at: sql<Date>`now()` })
    .where('id', '=', listing.id)
    .execute()
}

/** Makes a listing active for its full duration from now, and moves it to the top of Latest unless that happened within `topEvery` days. */
export async function writeRenewal(tx: Tx, listing: Authorized<StoredListing>) {
  const { after, topEvery } = limits.listingEnd
  return tx
    .updateTable('listings')
    .set({
      status: 'ACTIVE',
      ended_at: null,
      ends_at: sql<Date>`now() + ${days(after)}`,
      end_reminders: 0,
      renewed_at: sql<Date>`case when coalesce(renewed_at, created_at) <= now() - ${days(topEvery)} then now() else renewed_at end`,
    })
    .where('id', '=', listing.id)
    .returning([
      'ends_at as endsAt',
      sql<boolean>`renewed_at is not distinct from now()`.as('movedToTop'),
      sql<Date>`coalesce(renewed_at, created_at) + ${days(topEvery)}`.as('topAgainAt'),
    ])
    .executeTakeFirstOrThrow()
}

/** Holds an edited listing for review: others keep the state before the edit. */
export async function hideHeld(tx: Db, listing: Authorized<LockedListing>, reason: string): Promise<void> {
  await tx
    .updateTable('listings')
    .set({
      status: 'HIDDEN',
      hidden_by_moderator: true,
      moderation_reason: reason,
      // Without its status: once released it is active, as its owner wanted, even if it was hidden before.
      last_public: JSON.stringify({
        ...(listing.lastPublic ?? { title: listing.title, photo: listing.photos[0] ?? null }),
        status: undefined,
        wasHidden: undefined,
      }),
    })
    .where('id', '=', listing.id)
    .execute()
}

/** Soft: the row stays, its page returns 410. */
export async function markDeleted(tx: Db, listing: Authorized<StoredListing>): Promise<void> {
  const now = sql<Date>`now()`
  await tx
    .updateTable('listings')
    .set({ deleted_at: now, updated_at: now })
    .where('id', '=', listing.id)
    .execute()
}

/** Sets the questions switch to `wanted`, or toggles it; returns whether questions are on now. */
export async function setQuestionsEnabled(
  tx: Db,
  listing: Authorized<StoredListing>,
  wanted: boolean | undefined,
): Promise<boolean> {
  const { enabled } = await tx
    .updateTable('listings')
    .set({ questions_enabled: wanted ?? sql<boolean>`not questions_enabled` })
    .where('id', '=', listing.id)
    .returning('questions_enabled as enabled')
    .executeTakeFirstOrThrow()
  return enabled
}

/**
 * A seller's listings that are not deleted, the newest first: what decides where My Listings has them, and their ends. `cursor` is among
 * them also if it was deleted since.
 */
export async function findOfSeller(db: Db, sellerId: number, cursor?: number) {
  return db
    .selectFrom('listings')
    .select(['id', 'title', 'status', 'ends_at as endsAt', 'ended_at as endedAt'])
    .where('seller_id', '=', sellerId)
    .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('id', '=', cursor ?? 0)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** A seller's ACTIVE listings, the newest first; those older than the listing `after`, unless it is undefined. */
export async function findActiveOf(
  db: Db,
  sellerId: number,
  after: number | undefined,
  limit: number,
): Promise<CardRow[]> {
  const older = 'and (l.created_at, l.id) < (select created_at, id from listings where id = $3)'
  const text = `select ${cardColumns} from listings l join users u on u.id = l.seller_id
    where l.seller_id = $1 and l.deleted_at is null and l.status = 'ACTIVE' ${after === undefined ? '' : older}
    order by l.created_at desc, l.id desc limit $2`
  const values = after === undefined ? [sellerId, limit] : [sellerId, limit, after]
  return readPrepared(db, { shape: CardRow, text, values })
}

/** Moderation of these listings, by listing id; without untouched ones. */
export async function findModeration(db: Db, ids: number[]) {
  const rows = await db
    .selectFrom('listings as l')
    .select([
      'id',
      'hidden_by_moderator as hiddenByModerator',
      'moderation_reason as moderationReason',
      isPendingReview.as('isPendingReview'),
      photoMatchOf('l').as('photoMatch'),
    ])
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where(
      sql<boolean>`(l.hidden_by_moderator or exists (select from photo_matches where listing_id = l.id))`,
    )
    .execute()
  return new Map(rows.map(({ id, ...moderation }) => [id, moderation]))
}

/** Both parties of every conversation about one of these listings, each once. */
export async function findPartiesOf(db: Db, listingIds: number[]): Promise<number[]> {
  return findIds(
    db,
    sql`select distinct party.id
    from threads, lateral (values (seller_id), (buyer_id)) as party(id)
    where listing_id = any(${listingIds}::int[])`,
  )
}
