import { sql } from 'kysely'
import { isStillSignedIn } from '#server/core/session/session.db.ts'
import { changedMeanwhile, type Viewer } from '#server/core/session/session.ts'
import { isInactive } from '#server/db/inactive-accounts.ts'
import type { Db } from '#server/db/pool.ts'
import { findIds } from '#server/db/typed-sql.ts'
import { keptData } from '#shared/data-kept.ts'
import { clearedText } from './retention.db.ts'

/**
 * The account of a user who is still signed in, with the time of its deletion and the database's time; locked
 * until the transaction ends.
 */
export async function lockForDeletion(tx: Db, viewer: Viewer) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'full_name as fullName', 'username', 'role', 'deletion_due_at as dueAt'])
    .select(sql<Date>`now()`.as('now'))
    .where(isStillSignedIn(viewer))
    .forUpdate()
    .executeTakeFirstOrThrow(changedMeanwhile)
}

/**
 * Whether an active administrator other than `id` exists. Locks all of them in the order of their ids, so that the last two cannot leave at
 * once.
 */
export async function lockAdminsAndFindOther(tx: Db, id: number): Promise<boolean> {
  const admins = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where(sql<boolean>`not (${isInactive('users')})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return admins.some((admin) => admin.id !== id)
}

export async function setDeletionDue(tx: Db, id: number, dueAt: Date | null): Promise<void> {
  await tx
    .updateTable('users')
    .set({ deletion_due_at: dueAt, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Accounts whose grace period is over. */
export async function findDue(db: Db, now: Date): Promise<number[]> {
  const due = await db
    .selectFrom('users')
    .select('id')
    .where('deletion_due_at', '<=', now)
    .where('deleted_at', 'is', null)
    .orderBy('deletion_due_at')
    .execute()
  return due.map(({ id }) => id)
}

/** An account that is still due, locked; null if its owner kept it or another server was first. */
export async function lockDue(tx: Db, id: number, now: Date) {
  const account = await tx
    .selectFrom('users')
    .select(['id', 'email', 'full_name as fullName', 'username'])
    .where('id', '=', id)
    .where('deletion_due_at', '<=', now)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return account ?? null
}

/**
 * Anonymises an account: the one function that writes the tables of every feature, so that it is atomic. The
 * row, the messages and the reviews by the user stay, since they are part of other people's conversations and
 * ratings; a conversation goes when both its people have. Questions are deleted, since a deleted user's are useless to others. The pictures
 * become orphans. shared/data-kept.ts says for each table what is deleted.
 */
export async function eraseAccount(tx: Db, id: number, now: Date): Promise<void> {
  while ((await eraseListings(tx, id, now)) > 0);
  await tx
    .updateTable('users')
    .set({
      full_name: 'Former member',
      email: `deleted-${id}@deleted.invalid`,
      username: `deleted_${id}`,
      phone: '',
      phone_verified_at: null,
      password_hash: 'deleted',
      credentials_version: sql`credentials_version + 1`,
      role: 'USER',
      avatar_url: null,
      bio: null,
      state: null,
      lga: null,
      rating_avg: 0,
      rating_count: 0,
      deletion_due_at: null,
      deleted_at: now,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  // After both updates, whose triggers write some of these tables.
  await deleteOwnRows(tx, [id])
  for (const table of ['listing_prices', 'listing_day_views'] as const) {
    await tx
      .deleteFrom(table)
      .where('listing_id', 'in', (eb) => eb.selectFrom('listings').select('id').where('seller_id', '=', id))
      .execute()
  }
  // What others reported of them.
  await sql`update reports set seen = null where seen is not null and (target_type = 'USER' and target_id = ${id}
    or target_type = 'LISTING' and target_id in (select id from listings where seller_id = ${id}))`.execute(
    tx,
  )
  // Their deals stay, as their messages do; triggers ended the open ones.
  await tx
    .deleteFrom('meeting_links')
    .where('deal_id', 'in', (eb) =>
      eb
        .selectFrom('deals')
        .select('id')
        .where(({ or, eb }) => or([eb('seller_id', '=', id), eb('buyer_id', '=', id)])),
    )
    .execute()
  await sql`delete from threads using users as other
    where (buyer_id = ${id} or seller_id = ${id}) and other.id = buyer_id + seller_id - ${id}
      and other.deleted_at is not null`.execute(tx)
}

/** Deletes the rows that go with these accounts: those of the columns that are `deleted` in shared/data-kept.ts. */
async function deleteOwnRows(db: Db, ids: number[]): Promise<void> {
  for (const [table, { people }] of Object.entries(keptData)) {
    const columns = Object.keys(people).filter((column) => people[column] === 'deleted')
    const isTheirs = columns.map((column) => sql`${sql.ref(column)} = any(${ids}::int[])`)
    if (isTheirs.length > 0)
      await sql`delete from ${sql.table(table)} where ${sql.join(isTheirs, sql` or `)}`.execute(db)
  }
}

/**
 * Deletes what the requests that were in progress during a deletion wrote for the account after it: a draft, a saved search, the record of a
 * logout. They had read their session before it was deleted.
 */
export async function deleteLateRows(db: Db, now: Date): Promise<void> {
  const ids = await findIds(
    db,
    sql`select id from users where deleted_at > ${now}::timestamptz - interval '1 day' and deleted_at <= ${now}`,
  )
  if (ids.length > 0) await deleteOwnRows(db, ids)
}

/** Of a shop's thousands of listings, 500 in a statement, which may take only so long. Returns their number. */
async function eraseListings(tx: Db, id: number, now: Date): Promise<number> {
  const erased = await findIds(
    tx,
    sql`update listings set deleted_at = coalesce(deleted_at, ${now}), updated_at = ${now}, ${clearedText()}
      where id in (select id from listings where seller_id = ${id} and (deleted_at is null or description <> '') limit 500)
      returning id`,
  )
  return erased.length
}
