import type { FastifyRequest } from 'fastify'
import type { AccountEventType, SignInMethod } from '#shared/contract/second-factor.ts'
import type { Db } from '../../db/pool.ts'
import { insertEvent } from './account-events.db.ts'
import { userAgentOf } from './session.ts'

export interface Happening {
  userId: number
  type: AccountEventType
  method?: SignInMethod
  /** The administrator who did it, where it was not the owner. */
  actorId?: number
}

/** Keeps what happened to an account, and from where, for its owner and administrators; and writes it to the log. */
export async function noteEvent(db: Db, request: FastifyRequest, happening: Happening): Promise<void> {
  const { userId, type, method = null, actorId = null } = happening
  await insertEvent(db, { userId, type, method, actorId, ip: request.ip, userAgent: userAgentOf(request) })
  logEvent(request, happening)
}

/** The log's line of it: never a name, an address or a secret of the account. */
export function logEvent(
  request: FastifyRequest,
  { userId, type, method, actorId }: Partial<Happening> & Pick<Happening, 'type'>,
): void {
  request.log.info({ security: type, userId, method, actorId, ip: request.ip }, 'security event')
}
