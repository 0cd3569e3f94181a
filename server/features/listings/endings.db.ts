import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { MailListing } from '#server/core/mail/mail-body.ts'
import { ownMailListing } from '#server/core/mail/mail-listing.db.ts'
import { isInactive } from '#server/db/inactive-accounts.ts'
import type { Tx } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { thresholds } from '#shared/thresholds.ts'

/** Sellers, or listings, in one transaction. */
const batchSize = 100

/** A listing that ends, and its seller. */
const Ending = z.strictObject({
  listingId: z.int(),
  endsAt: z.date(),
  userId: z.int(),
  email: z.string(),
  fullName: z.string(),
  wantsMail: z.boolean(),
  inMail: MailListing,
})
export type Ending = z.output<typeof Ending>

/**
 * Listings that can end: while their seller is banned or leaving, nobody sees them, and their seller could not be told. The partial index
 * listings_ends_at_idx has the condition without the seller.
 */
const isRunning = sql`status = 'ACTIVE' and deleted_at is null
  and not exists (select from users u where u.id = listings.seller_id and ${isInactive('u')})`

/** Updates listings and returns the data of their sellers' notifications, ordered by seller and end. */
function endings(tx: Tx, which: RawBuilder<unknown>, values: RawBuilder<unknown>): Promise<Ending[]> {
  return typedSql(
    Ending,
    sql`with due as materialized (${which}),
      l as (update listings set ${values} from due where listings.id = due.id returning listings.*)
      select l.id as "listingId", l.ends_at as "endsAt", u.id as "userId", u.email, u.full_name as "fullName",
        u.notify_listings and u.email_verified_at is not null as "wantsMail",
        ${ownMailListing('l')} as "inMail"
      from l join users u on u.id = l.seller_id order by u.id, l.ends_at, l.id`,
  ).execute(tx)
}

/**
 * Marks listings for which reminder `number` (1 or 2) is due at `now`, so that each is sent once, and returns them: those of at most 100
 * sellers, with what else of theirs is due within half a day, so that a seller with many listings gets few mails.
 */
export async function claimReminders(tx: Tx, number: 1 | 2, now: Date): Promise<Ending[]> {
  const before = sql`${sql.lit(thresholds.renewal.reminders[number - 1] ?? 0)} * interval '1 day'`
  const isDue = (
    until: RawBuilder<unknown>,
  ) => sql`${isRunning} and end_reminders = any(${number === 1 ? [0] : [0, 1]}::smallint[])
    and ends_at > ${now}::timestamptz and ends_at <= ${now}::timestamptz + ${until}`
  return endings(
    tx,
    sql`select id from listings
      where seller_id in (
          select seller_id from listings where ${isDue(before)} order by ends_at limit ${sql.lit(batchSize)})
        and ${isDue(sql`(${before} + interval '12 hours')`)}
      order by id for no key update skip locked`,
    sql`end_reminders = ${sql.lit(number)}`,
  )
}

/** Ends at most 100 listings whose time is over at `now`: they are hidden. Returns them. */
export async function endDue(tx: Tx, now: Date): Promise<Ending[]> {
  return endings(
    tx,
    sql`select id from listings where ${isRunning} and end_reminders = any('{0,1,2}') and ends_at <= ${now}
      order by ends_at limit ${sql.lit(batchSize)} for update skip locked`,
    sql`status = 'HIDDEN', ended_at = ${now}, updated_at = now()`,
  )
}
