import { sql } from 'kysely'
import { isStillSignedIn } from '#server/core/session/session.db.ts'
import { changedMeanwhile, type Viewer } from '#server/core/session/session.ts'
import { isAway } from '#server/db/away.ts'
import { publicTitle } from '#server/db/last-public.ts'
import type { Db } from '#server/db/pool.ts'

/** The account of somebody who is still signed in, with when it will be deleted; nobody else changes it until the transaction ends. */
export async function lockForDeletion(tx: Db, viewer: Viewer) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'username', 'role', 'deletion_due_at as dueAt'])
    .where(isStillSignedIn(viewer))
    .forUpdate()
    .executeTakeFirstOrThrow(changedMeanwhile)
}

/** Whether another administrator can still act. They are locked in one order, so that the last two do not leave at once. */
export async function isAnotherAdmin(tx: Db, id: number): Promise<boolean> {
  const admins = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where(sql<boolean>`not (${isAway('users')})`)
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

/** Accounts whose days of grace are over. */
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

/** An account that is still due, locked; null where its owner kept it or another server was first. */
export async function lockDue(tx: Db, id: number, now: Date) {
  const account = await tx
    .selectFrom('users')
    .select(['id', 'email', 'username'])
    .where('id', '=', id)
    .where('deletion_due_at', '<=', now)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return account ?? null
}

/** What is the user's alone. */
const personalTables = [
  'sessions',
  'email_codes',
  'reset_tokens',
  'password_resets',
  'known_devices',
  'phone_codes',
  'totp_secrets',
  'passkeys',
  'recovery_codes',
  'sign_in_steps',
  'favorites',
  'quota_hits',
] as const

/**
 * Makes an account nameless: the one act that writes the tables of every feature, so that it happens whole or not at all.
 * The row, the messages and the reviews that the user wrote stay, since they are part of what others have: a conversation,
 * a rating. Questions go, since what is public of a deleted user helps nobody. Pictures are orphans then.
 */
export async function eraseAccount(tx: Db, id: number, now: Date): Promise<void> {
  for (const table of personalTables) await tx.deleteFrom(table).where('user_id', '=', id).execute()
  await tx.deleteFrom('questions').where('asker_id', '=', id).execute()
  await tx.deleteFrom('reviews').where('user_id', '=', id).execute()
  await tx
    .deleteFrom('blocks')
    .where(({ or, eb }) => or([eb('blocker_id', '=', id), eb('blocked_id', '=', id)]))
    .execute()
  await tx
    .updateTable('listings')
    .set({
      deleted_at: sql`coalesce(deleted_at, ${now})`,
      photos: '[]',
      last_public: sql`jsonb_build_object('title', ${publicTitle('listings')}, 'photo', null)`,
      updated_at: now,
    })
    .where('seller_id', '=', id)
    .execute()
  await tx
    .updateTable('users')
    .set({
      full_name: 'Deleted user',
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
  // What was held back of theirs nobody ever got; their listings are deleted.
  await tx.deleteFrom('holds').where('owner_id', '=', id).execute()
  await tx.deleteFrom('sent_texts').where('sender_id', '=', id).execute()
  // The history of an account stays as long as there is an account.
  await tx.deleteFrom('account_events').where('user_id', '=', id).execute()
}
