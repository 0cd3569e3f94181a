import { type RawBuilder, sql } from 'kysely'
import { isAway } from '#server/db/away.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { statement } from '#server/db/statement.ts'
import { queriesOfUse, type Use, type UseQuestion } from './quotas.db.ts'

/** The active listings that say the same, counted no further than asked for. */
export interface Alike {
  copies: number
  /** The oldest of them. */
  copyId: number | null
  others: number
  otherId: number | null
}

interface HowMany {
  /** Copies by the same seller, and descriptions by others, after which counting stops. */
  own: number
  others: number
  /** Letters and digits from which a description counts. */
  least: number
}

interface Text {
  sellerId: number
  title: string
  description: string
  categoryId: number
  price: number
}

/** Queries of what is like the one row of `said`: its id and text_since (null: newer than all), seller_id, digests, and length. */
const alikeQueries = (
  said: RawBuilder<unknown>,
  value: <K extends keyof HowMany>(name: K) => HowMany[K],
) => sql`
  said as materialized (${said}), copies as (
    select l.id
    from said join listing_digests d on d.seller_id = said.seller_id and d.copy_digest = said.copy_digest
    join listings l on l.id = d.listing_id
    where l.status = 'ACTIVE' and l.deleted_at is null and l.id is distinct from said.id
    order by l.id limit ${value('own')}::int
  ), others as (
    select l.id
    from said join listing_digests d on d.text_digest = said.text_digest
    join listings l on l.id = d.listing_id
    join users u on u.id = l.seller_id
    where said.length >= ${value('least')}::int and d.seller_id <> said.seller_id
      and (said.id is null or (d.text_since, d.listing_id) < (said.text_since, said.id))
      and l.status = 'ACTIVE' and l.deleted_at is null and not (${isAway('u')})
    order by l.id limit ${value('others')}::int
  )`

const alikeColumns = sql`(select count(*) from copies) as copies, (select min(id) from copies) as "copyId",
    (select count(*) from others) as others, (select min(id) from others) as "otherId"`

type NewListing = Text & HowMany & UseQuestion

const judgedNew = statement<NewListing, Alike & Use>((value) => {
  const queries = alikeQueries(
    sql`select null::int as id, null::timestamptz as text_since, ${value('sellerId')}::int as seller_id, text_digest(n.plain) as text_digest,
        copy_digest(${value('title')}, text_digest(n.plain), ${value('categoryId')}::int, ${value('price')}::bigint)
          as copy_digest,
        length(n.plain) as length
      from (select plain_text(${value('description')}) as plain offset 0) as n`,
    value,
  )
  return sql`with ${queriesOfUse('LISTINGS', value)}, ${queries}
    select "isFresh", "fullSince", ${alikeColumns} from use`
})

/** Whether its seller has room for a listing that is to be published, and what is like it. The seller's quotas are locked. */
export async function judgeNew(tx: Tx, listing: NewListing): Promise<Alike & Use> {
  const [found] = await judgedNew(tx, listing)
  return found ?? { ...nothing, isFresh: false, fullSince: null }
}

const alikeListing = statement<{ id: number } & HowMany, Alike>((value) => {
  const queries = alikeQueries(
    sql`select d.listing_id as id, d.text_since, d.seller_id, d.text_digest, d.copy_digest,
        length(plain_text(l.description)) as length
      from listing_digests d join listings l on l.id = d.listing_id
      where d.listing_id = ${value('id')} and not d.cleared`,
    value,
  )
  return sql`with ${queries} select ${alikeColumns}`
})

/** What is like a listing that is there, and was there before it. Nothing, where an administrator let it be shown as it is. */
export async function findAlikeListing(tx: Tx, listing: { id: number } & HowMany): Promise<Alike> {
  const [found] = await alikeListing(tx, listing)
  return found ?? nothing
}

/** Tells whether two states of a listing say the same; null where it has no digest yet. */
export async function readDigest(tx: Tx, id: number): Promise<string | null> {
  const digest = await tx
    .selectFrom('listing_digests')
    .select(sql<string>`encode(copy_digest || text_digest, 'hex')`.as('digest'))
    .where('listing_id', '=', id)
    .executeTakeFirst()
  return digest?.digest ?? null
}

const nothing: Alike = { copies: 0, copyId: null, others: 0, otherId: null }

/**
 * Gives up to `count` of the newest listings that have none yet their digest; answers whether there may be more. Any number
 * of servers may do it at once.
 */
export async function digestSome(db: Db, count: number): Promise<boolean> {
  const { rows } = await sql<{ beforeId: number | null }>`
    with backlog as materialized (select before_id from listing_digest_backlog for update skip locked),
    part as materialized (
      select l.id, l.seller_id, l.title, l.category_id, l.price, l.created_at, text_digest(plain_text(l.description)) as said
      from backlog, lateral (
        select * from listings where id < backlog.before_id order by id desc limit ${count}) as l
    ), digested as (
      insert into listing_digests (listing_id, seller_id, copy_digest, text_digest, text_since)
      select id, seller_id, copy_digest(title, said, category_id, price), said, created_at from part
      on conflict (listing_id) do nothing
    ), moved as (
      update listing_digest_backlog set before_id = (select min(id) from part) where exists (select from part)
    ), ended as (
      delete from listing_digest_backlog where exists (select from backlog) and not exists (select from part)
    )
    select min(id) as "beforeId" from part`.execute(db)
  return rows[0]?.beforeId !== null && rows[0]?.beforeId !== undefined
}
