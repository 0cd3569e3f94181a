import type { Context } from '#server/context.ts'
import { seal, secretKey, unseal } from '#server/core/session/secret-key.ts'
import type { Authentication } from '#server/core/session/session.db.ts'
import { changedMeanwhile, type Person, type Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { hashToken } from '#server/lib/tokens.ts'
import type { SignInMethod } from '#shared/contract/second-factor.ts'
import { AppError } from '#shared/errors.ts'
import { thresholds } from '#shared/thresholds.ts'
import { type Account, findAccountOf } from './accounts.db.ts'
import {
  deletePendingSignInRow,
  findPendingSignInRow,
  insertPendingSignInRow,
  savePendingSignInRow,
  setChallenge,
  takePendingSignInRow,
} from './pending-sign-ins.db.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import {
  countPasskey,
  findCredential,
  findFactors,
  findPasskeys,
  findTotp,
  takeRecoveryCode,
  takeTotpStep,
} from './second-factor.db.ts'
import { stepOf } from './totp.ts'
import { readUsedCredential, requestOptions, type UsedCredential } from './webauthn.ts'

type Services = Pick<Context, 'db' | 'env'>

const { lifetime, attempts } = thresholds.signIn.step
const pendingUntil = () => new Date(Date.now() + lifetime * 1000)

/**
 * Records that the password was correct: the pending sign-in with `hash` accepts the second factor until it expires. Throws
 * UNAUTHENTICATED if the account changed since the password was checked.
 */
export async function startPendingSignIn(
  db: Db,
  authentication: Authentication,
  hash: Buffer,
): Promise<void> {
  if (!(await insertPendingSignInRow(db, authentication, { hash, attempts, expiresAt: pendingUntil() })))
    throw changedMeanwhile()
}

/** The methods that can finish the pending sign-in with `hash`; empty if there is none. */
export async function pendingMethods(
  db: Db,
  hash: Buffer | null,
): Promise<('TOTP' | 'PASSKEY' | 'RECOVERY_CODE')[]> {
  const pending = hash && (await findPendingSignInRow(db, hash))
  if (!pending?.userId) return []
  const { totp, passkeys, recoveryCodes } = await findFactors(db, pending.userId)
  return [
    ...(totp ? (['TOTP'] as const) : []),
    ...(passkeys ? (['PASSKEY'] as const) : []),
    ...(recoveryCodes > 0 ? (['RECOVERY_CODE'] as const) : []),
  ]
}

/**
 * Takes one attempt of a pending sign-in and returns its authentication. Throws UNAUTHENTICATED if it no longer exists.
 */
export async function takePendingSignIn(db: Db, hash: Buffer | null): Promise<Authentication> {
  const pending = hash && (await takePendingSignInRow(db, hash))
  if (!pending?.authentication) throw tooLate()
  return pending.authentication
}

/** The kind of a code: six digits come from an authenticator app. */
export function methodOf(code: string): 'TOTP' | 'RECOVERY_CODE' {
  return /^\d{3} ?\d{3}$/.test(code) ? 'TOTP' : 'RECOVERY_CODE'
}

/** Whether a code is right; each is accepted once. */
export async function checkCode(services: Services, userId: number, code: string): Promise<boolean> {
  if (methodOf(code) === 'RECOVERY_CODE') return takeRecoveryCode(services.db, userId, hashRecoveryCode(code))
  return checkTotp(services, services.db, userId, code, 'confirmed')
}

/**
 * Whether a code of the authenticator app is right, for the confirmed secret or one that waits for
 * confirmation. Throws INVALID_CODE if the server's key was changed since.
 */
export async function checkTotp(
  { env }: Pick<Services, 'env'>,
  db: Db,
  userId: number,
  code: string,
  which: 'confirmed' | 'waiting',
): Promise<boolean> {
  const totp = await findTotp(db, userId)
  if (!totp || (totp.confirmedAt !== null) !== (which === 'confirmed')) return false
  const secret = unseal(await totpKey(env), totp.secret, String(userId))
  if (!secret)
    throw new AppError(
      'INVALID_CODE',
      'Codes of your authenticator app cannot be checked any more, since Oja’s key was changed. Use a recovery code or a passkey, then set up the app again in your settings. If you have neither, write to us.',
    )
  const step = stepOf(secret, code.replace(' ', ''))
  return step !== null && takeTotpStep(db, userId, totp.secret, step)
}

/** Encrypts a secret for the database. */
export async function sealTotp(
  { env }: Pick<Services, 'env'>,
  userId: number,
  secret: Buffer,
): Promise<Buffer> {
  return seal(await totpKey(env), secret, String(userId))
}

function totpKey(env: Services['env']): Promise<Buffer> {
  return secretKey(env, 'totp')
}

/**
 * Ends a pending sign-in, so that it cannot be finished again. Returns the account; refuses one that was banned
 * meanwhile.
 */
export async function finishPendingSignIn(db: Db, hash: Buffer, userId: number): Promise<Person> {
  await deletePendingSignInRow(db, hash)
  const account = await findAccountOf(db, userId)
  if (!account) throw tooLate()
  refuseBanned(account)
  return account.person
}

/**
 * Creates the browser's request for a passkey: for the account of the pending sign-in with `hash`, or, without
 * one, for any account. In that case `start` sets a new cookie, and the passkey identifies the account.
 */
export async function askForPasskey(
  db: Db,
  origin: string,
  hash: Buffer | null,
  start: () => Buffer,
): Promise<Awaited<ReturnType<typeof requestOptions>>> {
  const pending = hash && (await findPendingSignInRow(db, hash))
  const known = pending?.userId ? await findPasskeys(db, pending.userId) : []
  const options = await requestOptions(origin, known)
  if (hash && pending && (await setChallenge(db, hash, options.challenge))) return options
  await savePendingSignInRow(db, {
    hash: start(),
    userId: null,
    challenge: options.challenge,
    attempts,
    expiresAt: pendingUntil(),
  })
  return options
}

/**
 * Verifies a passkey's response to the challenge of `hash`. Returns its authentication; for a wrong one only the
 * account, if known.
 */
export async function checkPasskey(
  db: Db,
  origin: string,
  hash: Buffer | null,
  credential: UsedCredential,
): Promise<
  { authentication: Authentication; userId: number } | { authentication: null; userId: number | null }
> {
  const pending = hash && (await takePendingSignInRow(db, hash))
  if (!pending?.challenge) throw tooLate()
  const passkey = await findCredential(db, credential.id)
  const wrong = {
    authentication: null,
    userId: pending.authentication?.userId ?? passkey?.authentication.userId ?? null,
  } as const
  if (!passkey || (pending.authentication && pending.authentication.userId !== passkey.authentication.userId))
    return wrong
  const counter = await readUsedCredential(origin, pending.challenge, credential, passkey)
  if (counter === null || !(await countPasskey(db, passkey.id, counter))) return wrong
  return {
    authentication: pending.authentication ?? passkey.authentication,
    userId: passkey.authentication.userId,
  }
}

/** A user and the session that they are signed in with. */
type SessionHolder = Pick<Viewer, 'id'> & { session: Pick<Viewer['session'], 'tokenHash'> }

/** Stores the challenge for a new passkey of this session, until it expires. */
export async function keepChallenge(db: Db, viewer: SessionHolder, challenge: string): Promise<void> {
  const hash = challengeName(viewer)
  await savePendingSignInRow(db, {
    hash,
    userId: viewer.id,
    challenge,
    attempts: 1,
    expiresAt: pendingUntil(),
  })
}

/** Returns the challenge for a new passkey, once; null if there is none. */
export async function takeChallenge(db: Db, viewer: SessionHolder): Promise<string | null> {
  const pending = await takePendingSignInRow(db, challengeName(viewer))
  await deletePendingSignInRow(db, challengeName(viewer))
  return pending?.challenge ?? null
}

function challengeName({ session }: SessionHolder): Buffer {
  return hashToken(`new passkey ${session.tokenHash.toString('hex')}`)
}

/** Throws ACCOUNT_BANNED; every way to sign in calls it, once the person has proven who they are. */
export function refuseBanned(account: Pick<Account, 'isBanned'>): void {
  if (account.isBanned)
    throw new AppError(
      'ACCOUNT_BANNED',
      'This account has been banned and cannot log in. Our mail about it says why, and how to appeal.',
    )
}

export function wrongSecondFactor(method: SignInMethod): AppError {
  if (method === 'PASSKEY')
    return new AppError(
      'INVALID_CREDENTIALS',
      'This passkey does not open an account here. Please log in another way.',
    )
  return new AppError(
    'INVALID_CODE',
    method === 'TOTP'
      ? 'This code is not right. Enter the one that your authenticator app shows now; each works once.'
      : 'This recovery code is not right, or was used before. Please try another one.',
  )
}

function tooLate(): AppError {
  return new AppError('UNAUTHENTICATED', 'This took too long, or was tried too often. Please log in again.')
}
