import { sql } from 'kysely'
import { z } from 'zod'
import type { Authorized } from '#server/core/session/authorize.ts'
import { wasSold } from '#server/db/last-public.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import type { Photo } from '#shared/contract/common.ts'
import { PhoneCheck, StolenPhone } from '#shared/contract/passports.ts'
import { phoneCategory } from '#shared/limits.ts'
import type { StoredImei } from './imei-secrets.ts'

const PassportRow = z.strictObject({
  lastFour: z.string(),
  hash: z.instanceof(Buffer),
  /** The rule by which it waits in the review queue; null if it does not. */
  rule: z.enum(['SAME_PHONE', 'STOLEN_PHONE']).nullable(),
})
export type PassportRow = z.output<typeof PassportRow>

export async function findPassport(db: Db, listingId: number): Promise<PassportRow | null> {
  return typedSql(
    PassportRow,
    sql`select p.last_four as "lastFour", p.number_hash as hash, (
        select h.rule from holds h
        where h.listing_id = p.listing_id and h.rule in ('SAME_PHONE', 'STOLEN_PHONE') and h.decision is null
        order by h.id desc limit 1) as rule
      from phone_passports p where p.listing_id = ${listingId}`,
  ).first(db)
}

/** Whether listing `l` is sold, also where it was hidden since. */
const isSold = sql`(l.status = 'SOLD' or ${wasSold('l')})`

const WrittenRow = z.strictObject({
  /** A moderator confirmed a report of it as stolen. */
  isStolen: z.boolean(),
  /** The oldest listing of another seller that is not sold, with the same IMEI. */
  otherId: z.int().nullable(),
})

/** Writes a listing's IMEI and returns its matches; null if the listing is not in Phones & Tablets. */
export async function writeImei(
  tx: Tx,
  listing: Authorized<{ id: number; sellerId: number }>,
  imei: StoredImei,
): Promise<z.output<typeof WrittenRow> | null> {
  return typedSql(
    WrittenRow,
    sql`with written as (
        insert into phone_passports (listing_id, number_hash, number_sealed, last_four)
        select l.id, ${imei.number_hash}::bytea, ${imei.number_sealed}::bytea, ${imei.last_four}
        from listings l join categories c on c.id = l.category_id
        where l.id = ${listing.id} and c.name = ${phoneCategory}
        on conflict (listing_id) do update set number_hash = excluded.number_hash,
          number_sealed = excluded.number_sealed, last_four = excluded.last_four, entered_at = now()
        returning number_hash
      )
      select ${isStolen(sql`w.number_hash`)} as "isStolen", (
        select min(l.id) from phone_passports p join listings l on l.id = p.listing_id
        where p.number_hash = w.number_hash and l.seller_id <> ${listing.sellerId} and not ${isSold}
      ) as "otherId"
      from written w`,
  ).first(tx)
}

/** Removes a listing's IMEI. */
export async function deleteImei(tx: Tx, listing: Authorized<{ id: number }>): Promise<void> {
  await tx.deleteFrom('phone_passports').where('listing_id', '=', listing.id).execute()
}

const isStolen = (hash: ReturnType<typeof sql>) => sql`exists (
  select from stolen_phones s join holds h on h.id = s.hold_id
  where s.number_hash = ${hash} and h.decision = 'RELEASE')`

/** Compares an IMEI with a listing's, with those reported stolen, and with those of other listings that are sold. */
export async function compareImei(db: Db, listingId: number, hash: Buffer): Promise<PhoneCheck> {
  return typedSql(
    PhoneCheck.strict(),
    sql`select coalesce((
        select case when number_hash = typed.hash then 'SAME' else 'OTHER' end
        from phone_passports where listing_id = ${listingId}), 'NOT_ENTERED') as match,
      ${isStolen(sql`typed.hash`)} as "isStolen",
      (exists (select from sold_phones where number_hash = typed.hash) or exists (
        select from phone_passports p join listings l on l.id = p.listing_id
        where p.number_hash = typed.hash and l.id <> ${listingId} and ${isSold})) as "wasSold"
    from (select ${hash}::bytea as hash) as typed`,
  ).one(db)
}

const TheftReportRow = StolenPhone.extend({ createdAt: z.date() }).strict()
export type TheftReportRow = z.output<typeof TheftReportRow>

const selectReports = sql`select h.id, s.last_four as "lastFour", s.details, s.proof ->> 'url' as proof,
    case h.decision when 'RELEASE' then 'CONFIRMED' when 'REJECT' then 'DECLINED' else 'WAITING' end as status,
    h.reason, h.created_at as "createdAt"
  from stolen_phones s join holds h on h.id = s.hold_id`

/** A user's reports, the newest first. */
export async function findTheftReportsOf(db: Db, userId: number): Promise<TheftReportRow[]> {
  return typedSql(
    TheftReportRow,
    sql`${selectReports} where h.owner_id = ${userId} order by h.id desc limit 100`,
  ).execute(db)
}

export async function findTheftReportOf(
  db: Db,
  userId: number,
  hash: Buffer,
): Promise<TheftReportRow | null> {
  return typedSql(
    TheftReportRow,
    sql`${selectReports} where h.owner_id = ${userId} and s.number_hash = ${hash}`,
  ).first(db)
}

export async function insertTheftReport(
  tx: Tx,
  holdId: number,
  { details, proof, ...imei }: StoredImei & { details: string; proof: Photo },
): Promise<void> {
  await tx
    .insertInto('stolen_phones')
    .values({ hold_id: holdId, details, proof: JSON.stringify(proof), ...imei })
    .execute()
}

/** Deletes a user's own report; one that waits leaves the queue. Returns whether there was one. */
export async function deleteTheftReport(db: Db, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    with deleted as (
      delete from stolen_phones s using holds h
      where s.hold_id = ${id} and h.id = s.hold_id and h.owner_id = ${userId} returning h.id
    ), withdrawn as (
      update holds set decision = 'WITHDRAWN', decided_at = now()
      where id in (select id from deleted) and decision is null
    )
    select id from deleted`.execute(db)
  return rows.length > 0
}

/** The stored IMEIs of a user’s listings, for their export. */
export async function findImeisOf(db: Db, userId: number) {
  return db
    .selectFrom('phone_passports as p')
    .innerJoin('listings as l', 'l.id', 'p.listing_id')
    .select(['l.id as listingId', 'l.title', 'p.number_sealed as sealed', 'p.entered_at as enteredAt'])
    .where('l.seller_id', '=', userId)
    .orderBy('l.id')
    .execute()
}

/** The phones that a user reported stolen, for their export. */
export async function findStolenPhonesOf(db: Db, userId: number) {
  return db
    .selectFrom('stolen_phones as s')
    .innerJoin('holds as h', 'h.id', 's.hold_id')
    .select([
      's.number_sealed as sealed',
      's.details',
      's.proof',
      'h.created_at as reportedAt',
      'h.decision',
      'h.reason',
      'h.decided_at as decidedAt',
    ])
    .where('h.owner_id', '=', userId)
    .orderBy('h.id')
    .execute()
}
