import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import type { CaseTarget } from '#shared/contract/cases.ts'
import { thresholds } from '#shared/thresholds.ts'
import { mayDecideReport } from './may-decide.db.ts'

/** How long a claim lasts. */
export const claimTime = sql`make_interval(mins => ${sql.lit(thresholds.cases.claimMinutes)})`

/** The name of another administrator who works on a case; null if nobody does. */
export const claimant = (
  adminId: number,
  targetType: RawBuilder<unknown>,
  targetId: RawBuilder<unknown>,
) => sql`(
  select a.full_name from report_claims m join users a on a.id = m.admin_id
  where m.target_type = ${targetType} and m.target_id = ${targetId} and m.admin_id <> ${adminId}
    and m.claimed_at > now() - ${claimTime})`

const Claimed = z.strictObject({
  targetType: z.enum(['USER', 'LISTING']),
  targetId: z.int(),
  adminId: z.int(),
  fullName: z.string(),
  until: z.date(),
})
type Claimed = z.output<typeof Claimed>

const rowsOf = (targets: CaseTarget[]) => sql`unnest(
  ${targets.map(({ targetType }) => targetType)}::text[], ${targets.map(({ targetId }) => targetId)}::int[])`

/**
 * Makes an administrator's claims exactly those of `targets` that they may decide. Claims of other administrators stay, unless
 * `takeOver`. Returns the claims of the targets afterwards.
 */
export async function writeClaims(
  tx: Tx,
  adminId: number,
  targets: CaseTarget[],
  takeOver: boolean,
): Promise<Claimed[]> {
  await sql`delete from report_claims
    where admin_id = ${adminId} and (target_type, target_id) not in (select * from ${rowsOf(targets)} as t)`.execute(
    tx,
  )
  // Waits for who closes these reports at the same moment: a settled case gets no claim. Reports and claims are locked in one order
  // everywhere, so that two administrators never wait for each other in a circle.
  await sql`with open as (
      select target_type, target_id from reports r
      where status = 'NEW' and (target_type, target_id) in (select * from ${rowsOf(targets)} as t)
        and ${mayDecideReport(adminId)}
      order by id for share)
    insert into report_claims as mine (target_type, target_id, admin_id)
    select distinct target_type, target_id, ${adminId}::int from open order by target_type, target_id
    on conflict (target_type, target_id) do update set admin_id = excluded.admin_id, claimed_at = now()
    where ${takeOver} or mine.admin_id = excluded.admin_id or mine.claimed_at <= now() - ${claimTime}`.execute(
    tx,
  )
  return findClaims(tx, targets)
}

/** The claims of these targets that have not expired. */
async function findClaims(tx: Tx, targets: CaseTarget[]): Promise<Claimed[]> {
  return typedSql(
    Claimed,
    sql`select c.target_type as "targetType", c.target_id as "targetId", a.id as "adminId", a.full_name as "fullName",
      c.claimed_at + ${claimTime} as until
    from report_claims c join users a on a.id = c.admin_id
    where (c.target_type, c.target_id) in (select * from ${rowsOf(targets)} as t)
      and c.claimed_at > now() - ${claimTime}`,
  ).execute(tx)
}
