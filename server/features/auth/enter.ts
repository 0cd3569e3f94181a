import type { Context } from '#server/context.ts'
import { noteEvent } from '#server/core/session/account-events.ts'
import { rememberDevice } from '#server/core/session/device-cookie.ts'
import { startSession } from '#server/core/session/session.ts'
import { giveStepCookie } from '#server/core/session/step-cookie.ts'
import type { SignInMethod } from '#shared/contract/second-factor.ts'
import { AppError } from '#shared/errors.ts'
import type { Account } from './accounts.db.ts'
import { waitForSecondFactor } from './second-factor.service.ts'

type Call = { request: Parameters<typeof startSession>[2]; reply: Parameters<typeof startSession>[3] }

/**
 * Lets in whoever proved an account with one factor: opens a session, or, where the account has a second factor, has the
 * browser wait for it and throws SECOND_FACTOR_REQUIRED.
 */
export async function enter(
  { db, env }: Pick<Context, 'db' | 'env'>,
  { request, reply }: Call,
  { person, hasSecondFactor }: Account,
  method: SignInMethod,
): Promise<Account['person']> {
  if (hasSecondFactor) {
    await waitForSecondFactor(db, person.id, giveStepCookie(env, reply))
    throw new AppError(
      'SECOND_FACTOR_REQUIRED',
      'One more step: prove that it is you with your second factor.',
    )
  }
  await startSession(db, env, request, reply, person.id, { secondFactor: false })
  await rememberDevice(db, env, request, reply, person.id)
  await noteEvent(db, request, { userId: person.id, type: 'SIGNED_IN', method })
  return person
}
