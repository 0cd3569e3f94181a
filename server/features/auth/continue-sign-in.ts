import type { Context } from '#server/context.ts'
import { recordAccountEvent } from '#server/core/session/account-events.ts'
import { rememberDevice } from '#server/core/session/device-cookie.ts'
import type { Authentication } from '#server/core/session/session.db.ts'
import { type Exchange, startSession } from '#server/core/session/session.ts'
import { tokenCookie } from '#server/core/session/token-cookie.ts'
import type { SignInMethod } from '#shared/contract/second-factor.ts'
import { AppError } from '#shared/errors.ts'
import { thresholds } from '#shared/thresholds.ts'
import type { Account } from './accounts.db.ts'
import { startPendingSignIn } from './second-factor.service.ts'

type Services = Pick<Context, 'db' | 'env'>

/** Identifies the pending sign-in of this browser. It does not reveal the account and grants no access. */
export const signInCookie = tokenCookie('oja_sign_in', {
  sameSite: 'strict',
  maxAge: thresholds.signIn.step.lifetime,
})

/**
 * Continues after the first factor: opens a session, or, if the account has a second factor, starts a pending
 * sign-in for the browser and throws SECOND_FACTOR_REQUIRED. Throws UNAUTHENTICATED if the account changed
 * since `account` was read.
 */
export async function continueSignIn(
  services: Services,
  exchange: Exchange,
  { person, hasSecondFactor, credentialsVersion }: Account,
  method: SignInMethod,
): Promise<Account['person']> {
  const authentication = { userId: person.id, credentialsVersion }
  if (hasSecondFactor) {
    await startPendingSignIn(services.db, authentication, signInCookie.give(services.env, exchange.reply))
    throw new AppError(
      'SECOND_FACTOR_REQUIRED',
      'One more step: prove that it is you with your second factor.',
    )
  }
  await openSession(services, exchange, authentication, { secondFactor: false, method })
  return person
}

/** Opens the session at the end of every kind of sign-in, and records the method for the owner. */
export async function openSession(
  services: Services,
  exchange: Exchange,
  authentication: Authentication,
  { secondFactor, method }: { secondFactor: boolean; method: SignInMethod },
): Promise<void> {
  const { userId } = authentication
  await startSession(services, exchange, authentication, { secondFactor })
  await rememberDevice(services, exchange, userId)
  await recordAccountEvent(services.db, exchange.request, { userId, type: 'SIGNED_IN', method })
}
