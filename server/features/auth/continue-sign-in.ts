import type { Context } from '#server/context.ts'
import { noteEvent } from '#server/core/session/account-events.ts'
import { rememberDevice } from '#server/core/session/device-cookie.ts'
import type { Proof } from '#server/core/session/session.db.ts'
import { startSession } from '#server/core/session/session.ts'
import { tokenCookie } from '#server/core/session/token-cookie.ts'
import type { SignInMethod } from '#shared/contract/second-factor.ts'
import { AppError } from '#shared/errors.ts'
import { thresholds } from '#shared/thresholds.ts'
import type { Account } from './accounts.db.ts'
import { startPendingLogin } from './second-factor.service.ts'

type Services = Pick<Context, 'db' | 'env'>

/** Identifies the pending sign-in of this browser. It does not reveal the account and grants no access. */
export const stepCookie = tokenCookie('oja_sign_in', {
  sameSite: 'strict',
  maxAge: thresholds.signIn.step.lifetime,
})

type Call = { request: Parameters<typeof startSession>[2]; reply: Parameters<typeof startSession>[3] }

/**
 * Continues after the first factor: opens a session, or, if the account has a second factor, starts a pending
 * login for the browser and throws SECOND_FACTOR_REQUIRED. Throws UNAUTHENTICATED if the account changed
 * since `account` was read.
 */
export async function continueSignIn(
  services: Services,
  call: Call,
  { person, hasSecondFactor, credentialsVersion }: Account,
  method: SignInMethod,
): Promise<Account['person']> {
  const proof = { userId: person.id, credentialsVersion }
  if (hasSecondFactor) {
    await startPendingLogin(services.db, proof, stepCookie.give(services.env, call.reply))
    throw new AppError(
      'SECOND_FACTOR_REQUIRED',
      'One more step: prove that it is you with your second factor.',
    )
  }
  await openSession(services, call, proof, { secondFactor: false, method })
  return person
}

/** Opens the session at the end of every kind of sign-in, and records the method for the owner. */
export async function openSession(
  { db, env }: Services,
  { request, reply }: Call,
  proof: Proof,
  { secondFactor, method }: { secondFactor: boolean; method: SignInMethod },
): Promise<void> {
  await startSession(db, env, request, reply, proof, { secondFactor })
  await rememberDevice(db, env, request, reply, proof.userId)
  await noteEvent(db, request, { userId: proof.userId, type: 'SIGNED_IN', method })
}
