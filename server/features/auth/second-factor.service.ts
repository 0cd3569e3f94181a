import type { Context } from '#server/context.ts'
import { seal, secretKey, unseal } from '#server/core/session/secret-key.ts'
import type { Proof } from '#server/core/session/session.db.ts'
import { changedMeanwhile, hashToken, type Person, type Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import type { SignInMethod } from '#shared/contract/second-factor.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { type Account, findAccountOf } from './accounts.db.ts'
import { readUsedCredential, requestOptions, type UsedCredential } from './passkeys.ts'
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
import { deleteStep, findStep, saveProvedStep, saveStep, setChallenge, takeStep } from './steps.db.ts'
import { stepOf } from './totp.ts'

type Services = Pick<Context, 'db' | 'env'>

const { lifetime, tries } = limits.signIn.step
const inTenMinutes = () => new Date(Date.now() + lifetime * 1000)

/**
 * Keeps that the password of an account was right: what is known by `hash` waits ten minutes for the second factor.
 * UNAUTHENTICATED where the account changed since the password was looked at.
 */
export async function waitForSecondFactor(db: Db, proof: Proof, hash: Buffer): Promise<void> {
  if (!(await saveProvedStep(db, proof, { hash, tries, expiresAt: inTenMinutes() }))) throw changedMeanwhile()
}

/** What the sign-in that waits under `hash` may be finished with; empty where none does. */
export async function waitingMethods(
  db: Db,
  hash: Buffer | null,
): Promise<('TOTP' | 'PASSKEY' | 'RECOVERY_CODE')[]> {
  const step = hash && (await findStep(db, hash))
  if (!step?.userId) return []
  const { totp, passkeys, recoveryCodes } = await findFactors(db, step.userId)
  return [
    ...(totp ? (['TOTP'] as const) : []),
    ...(passkeys ? (['PASSKEY'] as const) : []),
    ...(recoveryCodes > 0 ? (['RECOVERY_CODE'] as const) : []),
  ]
}

/** Takes one of the tries of what waits, and answers whose it is. UNAUTHENTICATED where nothing waits any more. */
export async function takeWaiting(db: Db, hash: Buffer | null): Promise<Proof> {
  const step = hash && (await takeStep(db, hash))
  if (!step?.proof) throw tooLate()
  return step.proof
}

/** What a code is: six digits come from an authenticator app. */
export function methodOf(code: string): 'TOTP' | 'RECOVERY_CODE' {
  return /^\d{3} ?\d{3}$/.test(code) ? 'TOTP' : 'RECOVERY_CODE'
}

/** Whether a code is right; each is so once. */
export async function checkCode(services: Services, userId: number, code: string): Promise<boolean> {
  if (methodOf(code) === 'RECOVERY_CODE') return takeRecoveryCode(services.db, userId, hashRecoveryCode(code))
  return checkTotp(services, services.db, userId, code, 'confirmed')
}

/** Whether a code of the authenticator app is right: the one that was confirmed, or one that waits for that. */
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
  const step = stepOf(secret, code.replace(' ', ''))
  return step !== null && takeTotpStep(db, userId, totp.secret, step)
}

/** A secret as the database keeps it. */
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

/** The sign-in is over: it may not be finished again. Answers the account; refuses who was banned meanwhile. */
export async function finishWaiting(db: Db, hash: Buffer, userId: number): Promise<Person> {
  await deleteStep(db, hash)
  const account = await findAccountOf(db, userId)
  if (!account) throw tooLate()
  refuseBanned(account)
  return account.person
}

/**
 * What a browser needs to ask for a passkey: one of the account that waits under `hash`, or, where none waits, any: then
 * `start` makes a new cookie, and the passkey will say whose it is.
 */
export async function askForPasskey(
  db: Db,
  origin: string,
  hash: Buffer | null,
  start: () => Buffer,
): Promise<Awaited<ReturnType<typeof requestOptions>>> {
  const step = hash && (await findStep(db, hash))
  const known = step?.userId ? await findPasskeys(db, step.userId) : []
  const options = await requestOptions(origin, known)
  if (hash && step && (await setChallenge(db, hash, options.challenge))) return options
  await saveStep(db, {
    hash: start(),
    userId: null,
    challenge: options.challenge,
    tries,
    expiresAt: inTenMinutes(),
  })
  return options
}

/**
 * Checks a passkey's answer to the challenge that waits under `hash`. Answers what it proves; of a wrong one only whose account
 * was tried, where that is known.
 */
export async function checkPasskey(
  db: Db,
  origin: string,
  hash: Buffer | null,
  credential: UsedCredential,
): Promise<{ proof: Proof; userId: number } | { proof: null; userId: number | null }> {
  const step = hash && (await takeStep(db, hash))
  if (!step?.challenge) throw tooLate()
  const passkey = await findCredential(db, credential.id)
  const wrong = { proof: null, userId: step.proof?.userId ?? passkey?.proof.userId ?? null } as const
  if (!passkey || (step.proof && step.proof.userId !== passkey.proof.userId)) return wrong
  const counter = await readUsedCredential(origin, step.challenge, credential, passkey)
  if (counter === null || !(await countPasskey(db, passkey.id, counter))) return wrong
  return { proof: step.proof ?? passkey.proof, userId: passkey.proof.userId }
}

/** Somebody in a session. */
type InSession = Pick<Viewer, 'id'> & { session: Pick<Viewer['session'], 'tokenHash'> }

/** What a browser's answer about a new passkey is checked against, kept for as long as its session has this token. */
export async function keepChallenge(db: Db, viewer: InSession, challenge: string): Promise<void> {
  const hash = challengeName(viewer)
  await saveStep(db, { hash, userId: viewer.id, challenge, tries: 1, expiresAt: inTenMinutes() })
}

/** The challenge for a new passkey, once; null where there is none any more. */
export async function takeChallenge(db: Db, viewer: InSession): Promise<string | null> {
  const step = await takeStep(db, challengeName(viewer))
  await deleteStep(db, challengeName(viewer))
  return step?.challenge ?? null
}

function challengeName({ session }: InSession): Buffer {
  return hashToken(`new passkey ${session.tokenHash.toString('hex')}`)
}

export function refuseBanned(account: Pick<Account, 'isBanned'>): void {
  if (account.isBanned)
    throw new AppError(
      'ACCOUNT_BANNED',
      'This account has been banned and cannot sign in. Write to us if you think that this is a mistake.',
    )
}

export function wrongSecondFactor(method: SignInMethod): AppError {
  if (method === 'PASSKEY')
    return new AppError(
      'INVALID_CREDENTIALS',
      'This passkey does not open an account here. Please sign in another way.',
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
