import { randomBytes } from 'node:crypto'
import type { Db } from '#server/db/pool.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { sessionCookie } from './oja-server.ts'

/** A user with a session. */
export interface Person {
  id: number
  /** For a request's Cookie header. */
  cookie: string
}

/**
 * Creates sessions of a day for the first users that may act, without their passwords. Throws if there are
 * too few.
 */
export async function signInPeople(db: Db, count: number): Promise<Person[]> {
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('banned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('deletion_due_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .where('role', '=', 'USER')
    .orderBy('id')
    .limit(count)
    .execute()
  if (users.length < count)
    throw new Error(`This marketplace has ${users.length} users who may act, not ${count}.`)
  const sessions = users.map(({ id }) => ({ id, token: randomBytes(32).toString('base64url') }))
  const expires = new Date(Date.now() + 86_400_000)
  for (let from = 0; from < sessions.length; from += 1000)
    await db
      .insertInto('sessions')
      .values(
        sessions
          .slice(from, from + 1000)
          .map(({ id, token }) => ({ token_hash: hashToken(token), user_id: id, expires_at: expires })),
      )
      .execute()
  return sessions.map(({ id, token }) => ({ id, cookie: `${sessionCookie}=${token}` }))
}
