import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { isInactive } from '#server/db/inactive-accounts.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { statement, type ValueOf } from '#server/db/statement.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { Usage, type UsageQuery, usageQueries } from './quotas.db.ts'

/**
 * `copies`: the seller's active listings with the same title, description, category and price. `others`: active listings of
 * other sellers with the same description. Both are counted up to `CopyLimits`.
 */
export const SimilarListings = z.strictObject({
  copies: z.int(),
  /** The oldest of the copies. */
  copyId: z.int().nullable(),
  others: z.int(),
  /** The oldest of the others. */
  otherId: z.int().nullable(),
})
export type SimilarListings = z.output<typeof SimilarListings>

interface CopyLimits {
  /** Maximum counts of `copies` and `others`. */
  own: number
  others: number
  /** Minimum length of a description that counts, in letters and digits. */
  minLength: number
}

export interface ListingContent {
  sellerId: number
  title: string
  description: string
  categoryId: number
  price: number
}

/**
 * Queries for listings with the content of the single row of `candidate`: id and text_since (null: newer than all), seller_id,
 * digests, and length.
 */
const similarQueries = (candidate: RawBuilder<unknown>, value: ValueOf<CopyLimits>) => sql`
  candidate as materialized (${candidate}), copies as (
    select l.id
    from candidate join listing_digests d on d.seller_id = candidate.seller_id and d.copy_digest = candidate.copy_digest
    join listings l on l.id = d.listing_id
    where l.status = 'ACTIVE' and l.deleted_at is null and l.id is distinct from candidate.id
    order by l.id limit ${value('own')}::int
  ), others as (
    select l.id
    from candidate join listing_digests d on d.text_digest = candidate.text_digest
    join listings l on l.id = d.listing_id
    join users u on u.id = l.seller_id
    where candidate.length >= ${value('minLength')}::int and d.seller_id <> candidate.seller_id
      and (candidate.id is null or (d.text_since, d.listing_id) < (candidate.text_since, candidate.id))
      and l.status = 'ACTIVE' and l.deleted_at is null and not (${isInactive('u')})
    order by l.id limit ${value('others')}::int
  )`

const similarColumns = sql`(select count(*) from copies) as copies, (select min(id) from copies) as "copyId",
    (select count(*) from others) as others, (select min(id) from others) as "otherId"`

type NewListing = ListingContent & CopyLimits & UsageQuery

const similarToNew = statement((value: ValueOf<NewListing>) => {
  const queries = similarQueries(
    sql`select null::int as id, null::timestamptz as text_since, ${value('sellerId')}::int as seller_id, text_digest(n.plain) as text_digest,
        copy_digest(${value('title')}, text_digest(n.plain), ${value('categoryId')}::int, ${value('price')}::bigint)
          as copy_digest,
        length(n.plain) as length
      from (select plain_text(${value('description')}) as plain offset 0) as n`,
    value,
  )
  return typedSql(
    SimilarListings.extend(Usage.shape),
    sql`with ${usageQueries('LISTINGS', value)}, ${queries} select "isFresh", "fullSince", ${similarColumns} from use`,
  )
})

/**
 * Finds listings like a new one, reads the use of the seller's quota and counts a refusal if it is used up. The caller holds the
 * locks of `lockQuotasAndText`.
 */
export async function findSimilarToNew(tx: Tx, listing: NewListing): Promise<SimilarListings & Usage> {
  const [found] = await similarToNew(tx, listing)
  return found ?? { ...nothing, isFresh: false, fullSince: null }
}

const similarToListing = statement((value: ValueOf<{ id: number } & CopyLimits>) => {
  const queries = similarQueries(
    sql`select d.listing_id as id, d.text_since, d.seller_id, d.text_digest, d.copy_digest,
        length(plain_text(l.description)) as length
      from listing_digests d join listings l on l.id = d.listing_id
      where d.listing_id = ${value('id')} and not d.cleared`,
    value,
  )
  return typedSql(SimilarListings, sql`with ${queries} select ${similarColumns}`)
})

/**
 * Finds older listings like an existing one. Returns none if an administrator released it in its current
 * state.
 */
export async function findSimilarToListing(
  tx: Tx,
  listing: { id: number } & CopyLimits,
): Promise<SimilarListings> {
  const [found] = await similarToListing(tx, listing)
  return found ?? nothing
}

/** A digest for comparing two states of a listing's content; null if it has none yet. */
export async function readDigest(tx: Tx, id: number): Promise<string | null> {
  const digest = await tx
    .selectFrom('listing_digests')
    .select(sql<string>`encode(copy_digest || text_digest, 'hex')`.as('digest'))
    .where('listing_id', '=', id)
    .executeTakeFirst()
  return digest?.digest ?? null
}

const nothing: SimilarListings = { copies: 0, copyId: null, others: 0, otherId: null }

const Digested = z.strictObject({ beforeId: z.int().nullable() })

/**
 * Adds the digest to up to `count` of the newest listings without one; returns whether there may be more.
 * Several servers may run it at once.
 */
export async function fillSomeCopyDigests(db: Db, count: number): Promise<boolean> {
  const [part] = await typedSql(
    Digested,
    sql`with backlog as materialized (select before_id from listing_digest_backlog for update skip locked),
    part as materialized (
      select l.id, l.seller_id, l.title, l.category_id, l.price, l.created_at, text_digest(plain_text(l.description)) as digest
      from backlog, lateral (
        select * from listings where id < backlog.before_id order by id desc limit ${count}) as l
    ), digested as (
      insert into listing_digests (listing_id, seller_id, copy_digest, text_digest, text_since)
      select id, seller_id, copy_digest(title, digest, category_id, price), digest, created_at from part
      on conflict (listing_id) do nothing
    ), moved as (
      update listing_digest_backlog set before_id = (select min(id) from part) where exists (select from part)
    ), ended as (
      delete from listing_digest_backlog where exists (select from backlog) and not exists (select from part)
    )
    select min(id) as "beforeId" from part`,
  ).execute(db)
  return typeof part?.beforeId === 'number'
}
