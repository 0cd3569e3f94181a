import type { FastifyRequest } from 'fastify'
import type { AccountEventType, SignInMethod } from '#shared/contract/second-factor.ts'
import type { Db } from '../../db/pool.ts'
import { insertEvent } from './account-events.db.ts'
import { userAgentOf } from './session.ts'

export interface EventDetails {
  userId: number
  type: AccountEventType
  method?: SignInMethod
  /** The administrator who did it; absent for the owner. */
  actorId?: number
}

/**
 * Records an event of an account and its IP address, for the owner and administrators, and writes it to the
 * log.
 */
export async function recordAccountEvent(
  db: Db,
  request: FastifyRequest,
  details: EventDetails,
): Promise<void> {
  const { userId, type, method = null, actorId = null } = details
  await insertEvent(db, { userId, type, method, actorId, ip: request.ip, userAgent: userAgentOf(request) })
  logEvent(request, details)
}

/** Writes the event to the log, without names, addresses or secrets of the account. */
export function logEvent(
  request: FastifyRequest,
  { userId, type, method, actorId }: Partial<EventDetails> & Pick<EventDetails, 'type'>,
): void {
  request.log.info({ security: type, userId, method, actorId, ip: request.ip }, 'security event')
}
