import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db/pool.ts'
import type { Photo } from '#shared/contract/common.ts'
import type { Held, HoldDecision, HoldKind } from '#shared/contract/held.ts'
import { and, hasWords, limited, type Page, type PageRequest, typedId } from './find.db.ts'

type Row = Omit<Held, 'createdAt' | 'decidedAt' | 'owner'> & {
  owner: Held['owner']
  createdAt: Date
  decidedAt: Date | null
}

const listing = (alias: string, seller: string) => {
  const l = (column: string) => sql.ref(`${alias}.${column}`)
  const s = (column: string) => sql.ref(`${seller}.${column}`)
  return sql`json_build_object('id', ${l('id')}, 'title', ${l('title')}, 'description', left(${l('description')}, 400),
    'price', ${l('price')}, 'picture', ${l('photos')}->0->>'url',
    'state', case when ${l('deleted_at')} is null then ${l('status')} else 'DELETED' end,
    'seller', json_build_object('id', ${s('id')}, 'fullName', ${s('full_name')}))`
}

const columns = sql`h.id, h.kind, h.rule, h.created_at as "createdAt", h.decision, h.reason, h.decided_at as "decidedAt",
  json_build_object('id', o.id, 'fullName', o.full_name, 'createdAt', o.created_at, 'isBanned', o.banned_at is not null)
    as owner,
  ${listing('l', 's')} as listing,
  case when like_l.id is not null then ${listing('like_l', 'like_s')} end as "like",
  case when h.kind = 'MESSAGE' then json_build_object('body', h.body, 'attachment', h.attachment->>'url',
    'to', json_build_object('id', r.id, 'fullName', r.full_name)) end as message,
  case when d.id is not null then json_build_object('id', d.id, 'fullName', d.full_name) end as "decidedBy"`

const source = sql`holds h
  join users o on o.id = h.owner_id
  join listings l on l.id = h.listing_id
  join users s on s.id = l.seller_id
  left join listings like_l on like_l.id = h.like_id
  left join users like_s on like_s.id = like_l.seller_id
  left join threads t on t.id = h.thread_id
  left join users r on r.id = t.seller_id + t.buyer_id - h.owner_id
  left join users d on d.id = h.decided_by`

interface Criteria {
  q?: string | undefined
  kind?: HoldKind | undefined
  decision?: HoldDecision | 'OPEN' | undefined
}

/** A page of what was held back: what waits, the longest wait first, then what was decided, the latest first. */
export async function findHeld(db: Db, criteria: Criteria, page: PageRequest): Promise<Page<Held>> {
  const { q, kind, decision } = criteria
  const where = and([
    ...(kind === undefined ? [] : [sql`h.kind = ${kind}`]),
    ...(decision === undefined
      ? []
      : [decision === 'OPEN' ? sql`h.decision is null` : sql`h.decision = ${decision}`]),
    ...(q === undefined ? [] : [typed(q)]),
  ])
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*) as total from ${source} where ${where}`.execute(db),
    sql<Row>`
      select ${columns} from ${source} where ${where}
      order by h.decided_at desc nulls first, h.created_at, h.id ${limited(page)}`.execute(db),
  ])
  return { items: found.rows.map(toHeld), total: counted.rows[0]?.total ?? 0 }
}

export async function findOneHeld(db: Db, id: number): Promise<Held | null> {
  const { rows } = await sql<Row>`select ${columns} from ${source} where h.id = ${id}`.execute(db)
  return rows[0] ? toHeld(rows[0]) : null
}

/** What was held back, as it has to be known to decide. */
export interface Hold {
  id: number
  kind: HoldKind
  ownerId: number
  listingId: number
  decision: HoldDecision | null
  threadId: number | null
  messageId: number | null
  clientId: string | null
  body: string | null
  attachment: Photo | null
  createdAt: Date
  /** The owner is banned, leaving or gone. */
  ownerIsAway: boolean
}

export async function findHold(tx: Tx, id: number): Promise<Hold | null> {
  const { rows } = await sql<Hold>`
    select h.id, h.kind, h.owner_id as "ownerId", h.listing_id as "listingId", h.decision, h.thread_id as "threadId",
      h.message_id as "messageId", h.client_id as "clientId", h.body, h.attachment, h.created_at as "createdAt",
      num_nonnulls(u.banned_at, u.deletion_due_at, u.deleted_at) > 0 as "ownerIsAway"
    from holds h join users u on u.id = h.owner_id where h.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** Writes a decision where there is none yet; answers whether it was written. */
export async function writeDecision(
  tx: Tx,
  id: number,
  { decision, reason, adminId }: { decision: HoldDecision; reason: string | null; adminId: number },
): Promise<boolean> {
  const written = await tx
    .updateTable('holds')
    .set({ decision, reason, decided_by: adminId, decided_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('decision', 'is', null)
    .executeTakeFirst()
  return written.numUpdatedRows > 0n
}

/** Says who let a listing be shown, and so out of the queue; answers whether it had waited there. */
export async function signRelease(
  tx: Tx,
  listingId: number,
  { reason, adminId }: { reason: string | null; adminId: number },
): Promise<boolean> {
  const signed = await tx
    .updateTable('holds')
    .set({ reason, decided_by: adminId })
    .where('listing_id', '=', listingId)
    .where('kind', '=', 'LISTING')
    .where('decision', '=', 'RELEASE')
    .where('decided_by', 'is', null)
    .executeTakeFirst()
  return signed.numUpdatedRows > 0n
}

function typed(q: string): RawBuilder<unknown> {
  const id = typedId(q)
  const text = sql`concat_ws(' ', o.full_name, o.username, o.email, l.title, h.body)`
  return sql`(${hasWords(text, q)} ${id === null ? sql`` : sql`or h.id = ${id}`})`
}

function toHeld({ owner, createdAt, decidedAt, ...row }: Row): Held {
  return {
    ...row,
    owner: { ...owner, createdAt: new Date(owner.createdAt).toISOString() },
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}
