import { sql } from 'kysely'
import type { AccountEventType, SignInMethod } from '#shared/contract/second-factor.ts'
import { thresholds } from '#shared/thresholds.ts'
import type { Db } from '../../db/pool.ts'

export interface NewEvent {
  userId: number
  type: AccountEventType
  method: SignInMethod | null
  /** The administrator who did it; null for the owner. */
  actorId: number | null
  /** Null if it was done on the server itself. */
  ip: string | null
  userAgent: string | null
}

export async function insertEvent(db: Db, event: NewEvent): Promise<void> {
  await db
    .insertInto('account_events')
    .values({
      user_id: event.userId,
      type: event.type,
      method: event.method,
      actor_id: event.actorId,
      ip: event.ip,
      user_agent: event.userAgent,
    })
    .execute()
}

/** The newest events of an account. */
export async function findEvents(db: Db, userId: number) {
  return db
    .selectFrom('account_events')
    .select([
      'id',
      'type',
      'method',
      'user_agent as userAgent',
      'created_at as createdAt',
      sql<boolean>`actor_id is not null`.as('byAdmin'),
      sql<string | null>`host(ip)`.as('ip'),
    ])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(thresholds.signIn.eventsShown)
    .execute()
}
