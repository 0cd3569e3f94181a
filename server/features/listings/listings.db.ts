import { sql, type Updateable } from 'kysely'
import type { Authorized } from '#server/core/session/authorize.ts'
import { isAway } from '#server/db/away.ts'
import { type LastPublic, publicTitle } from '#server/db/last-public.ts'
import type { Db } from '#server/db/pool.ts'
import type { Listings } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import { type CardRow, cardColumns } from '#server/features/catalogue/catalogue.service.ts'
import type { Photo } from '#shared/contract/common.ts'
import type { Condition, ListingStatus, PriceType } from '#shared/contract/listing-values.ts'
import type { ListingChanges, ListingDraft } from '#shared/contract/listings.ts'

/** What decides who may see or change a listing, and what its card does not show. */
export interface StoredListing {
  id: number
  sellerId: number
  /** Banned, or about to be deleted. */
  sellerIsAway: boolean
  title: string
  /** What people other than the seller may know of it. */
  publicTitle: string
  description: string
  categoryId: number
  price: number
  priceType: PriceType
  condition: Condition
  state: string
  lga: string
  photos: Photo[]
  status: ListingStatus
  hiddenByModerator: boolean
  /** It waits for an administrator, rather than having been hidden by one. */
  isPendingReview: boolean
  moderationReason: string | null
  deletedAt: Date | null
}

/** The same, locked. */
export interface LockedListing extends StoredListing {
  /** What others last saw of it; null while it is public. */
  lastPublic: LastPublic | null
}

/** Whether listing `l` waits for an administrator; the queue is asked of hidden listings only. */
const isPendingReview = sql<boolean>`l.hidden_by_moderator and exists (
  select from holds where listing_id = l.id and kind = 'LISTING' and decision is null)`

/** A listing of any status; null where there never was one. */
export async function findListing(db: Db, id: number): Promise<StoredListing | null> {
  const [listing] = await storedListing(db, { id })
  return listing ?? null
}

const storedListing = statement<{ id: number }, StoredListing>(
  (value) => sql`
    select l.id, l.seller_id as "sellerId", ${isAway('u')} as "sellerIsAway", l.title, ${publicTitle('l')} as "publicTitle", l.description,
      l.category_id as "categoryId", l.price, l.price_type as "priceType", l.condition, l.state, l.lga, l.photos, l.status, l.hidden_by_moderator as "hiddenByModerator",
      ${isPendingReview} as "isPendingReview", l.moderation_reason as "moderationReason", l.deleted_at as "deletedAt"
    from listings l join users u on u.id = l.seller_id where l.id = ${value('id')}`,
)

/** Whether somebody saved a listing, asked about it, or talked with its seller. */
export async function hasSeenListing(db: Db, id: number, userId: number): Promise<boolean> {
  const { rows } = await sql<{ seen: boolean }>`
    select exists (select from favorites where user_id = ${userId} and listing_id = ${id})
      or exists (select from threads where buyer_id = ${userId} and listing_id = ${id})
      or exists (select from questions where asker_id = ${userId} and listing_id = ${id}) as seen`.execute(db)
  return rows[0]?.seen === true
}

/** The same, and nobody else changes it until the transaction ends. */
export async function findListingForUpdate(tx: Db, id: number): Promise<LockedListing | null> {
  const listing = await selectListing(tx).where('l.id', '=', id).forUpdate('l').executeTakeFirst()
  return listing ?? null
}

function selectListing(db: Db) {
  return db
    .selectFrom('listings as l')
    .innerJoin('users as u', 'u.id', 'l.seller_id')
    .select([
      'l.id',
      'l.seller_id as sellerId',
      isAway('u').as('sellerIsAway'),
      'l.title',
      publicTitle('l').as('publicTitle'),
      'l.description',
      'l.category_id as categoryId',
      'l.price',
      'l.price_type as priceType',
      'l.condition',
      'l.state',
      'l.lga',
      'l.photos',
      'l.status',
      'l.hidden_by_moderator as hiddenByModerator',
      isPendingReview.as('isPendingReview'),
      'l.moderation_reason as moderationReason',
      'l.deleted_at as deletedAt',
      'l.last_public as lastPublic',
    ])
}

type Draft = Omit<ListingDraft, 'photos'> & { photos: Photo[] }
type Changes = Omit<ListingChanges, 'photos'> & { photos?: Photo[] | undefined }

type Row = Omit<Draft, 'photos'> & { sellerId: number; photos: string; heldFor: string | null }

const insert = statement<Row, CardRow>(
  (value) => sql`
    with l as (
      insert into listings
        (seller_id, category_id, title, description, price, price_type, condition, state, lga, photos,
          status, hidden_by_moderator, moderation_reason)
      select ${value('sellerId')}, ${value('categoryId')}, ${value('title')}, ${value('description')},
        ${value('price')}, ${value('priceType')}, ${value('condition')}, ${value('state')}, ${value('lga')},
        ${value('photos')}::jsonb, case when held.why is null then 'ACTIVE' else 'HIDDEN' end, held.why is not null,
        held.why
      from (select ${value('heldFor')}::text as why) as held
      returning *
    )
    select ${sql.raw(cardColumns)} from l join users u on u.id = l.seller_id`,
)

/** Returns what the new listing's card shows. It is active, or hidden where it is `heldFor` a reason. */
export async function insertListing(
  db: Db,
  sellerId: number,
  draft: Draft,
  heldFor: string | null,
): Promise<CardRow> {
  const [row] = await insert(db, { ...draft, sellerId, photos: JSON.stringify(draft.photos), heldFor })
  if (!row) throw new Error('The listing was not written.')
  return row
}

/** Writes the fields that are there; the others stay. */
export async function updateListing(
  tx: Db,
  listing: Authorized<StoredListing>,
  changes: Changes,
): Promise<void> {
  const values: Updateable<Listings> = {
    category_id: changes.categoryId,
    title: changes.title,
    description: changes.description,
    price: changes.price,
    price_type: changes.priceType,
    condition: changes.condition,
    state: changes.state,
    lga: changes.lga,
    photos: changes.photos && JSON.stringify(changes.photos),
    status: changes.status,
  }
  await tx
    .updateTable('listings')
    .set({ ...values, updated_at: sql<Date>`now()` })
    .where('id', '=', listing.id)
    .execute()
}

/** Hides a listing, as it was before an edit, until an administrator has looked at it: others keep what they saw then. */
export async function hideHeld(tx: Db, listing: Authorized<LockedListing>, reason: string): Promise<void> {
  await tx
    .updateTable('listings')
    .set({
      status: 'HIDDEN',
      hidden_by_moderator: true,
      moderation_reason: reason,
      last_public: JSON.stringify(
        listing.lastPublic ?? { title: listing.title, photo: listing.photos[0] ?? null },
      ),
    })
    .where('id', '=', listing.id)
    .execute()
}

/** Soft: the row stays, its page answers 410. */
export async function markDeleted(tx: Db, listing: Authorized<StoredListing>): Promise<void> {
  const now = sql<Date>`now()`
  await tx
    .updateTable('listings')
    .set({ deleted_at: now, updated_at: now })
    .where('id', '=', listing.id)
    .execute()
}

/** Turns questions to what is `wanted`, or the other way than they are; returns whether they are on now. */
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

/** A seller's listings that are not deleted, the newest first; `publicOnly` leaves out what is not ACTIVE. */
export async function findIdsOfSeller(db: Db, sellerId: number, publicOnly: boolean): Promise<number[]> {
  const rows = await db
    .selectFrom('listings')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('deleted_at', 'is', null)
    .$if(publicOnly, (query) => query.where('status', '=', 'ACTIVE'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

/** What moderation did to a seller's listings that are not deleted, by the listing's id; untouched ones are left out. */
export async function findModeration(db: Db, sellerId: number) {
  const rows = await db
    .selectFrom('listings as l')
    .select(['id', 'moderation_reason as moderationReason', isPendingReview.as('isPendingReview')])
    .where('seller_id', '=', sellerId)
    .where('deleted_at', 'is', null)
    .where('hidden_by_moderator', '=', true)
    .execute()
  return new Map(rows.map(({ id, ...moderation }) => [id, moderation]))
}
