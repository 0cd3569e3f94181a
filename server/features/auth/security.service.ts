import type { Context } from '#server/context.ts'
import { invalidateAuthentications } from '#server/core/session/session.db.ts'
import {
  changedMeanwhile,
  mustHaveSecondFactor,
  signOutOthers,
  type Viewer,
} from '#server/core/session/session.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { withIsoTimes } from '#server/lib/iso-times.ts'
import type { Passkey, Security } from '#shared/contract/second-factor.ts'
import { AppError } from '#shared/errors.ts'
import { thresholds } from '#shared/thresholds.ts'
import { type Account, lockAccountOf } from './accounts.db.ts'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'
import {
  deletePasskey,
  deleteTotp,
  findFactors,
  findPasskeys,
  findTotp,
  insertPasskey,
  replaceRecoveryCodes,
  saveTotp,
} from './second-factor.db.ts'
import { type FactorChange, factorChangedMail } from './second-factor.mails.ts'
import {
  checkTotp,
  keepChallenge,
  sealTotp,
  takeChallenge,
  wrongSecondFactor,
} from './second-factor.service.ts'
import { createSecret, describeSecret } from './totp.ts'
import { creationOptions, type NewCredential, readNewCredential } from './webauthn.ts'

type Services = Pick<Context, 'db' | 'env' | 'jobs'>

/** The sign-in methods of an account besides the password. */
export async function readSecurity(
  { db, env }: Pick<Services, 'db' | 'env'>,
  viewer: Viewer,
): Promise<Security> {
  const totp = await findTotp(db, viewer.id)
  const passkeys = await findPasskeys(db, viewer.id)
  const { recoveryCodes } = await findFactors(db, viewer.id)
  return {
    isRequired: mustHaveSecondFactor(env, viewer.accountRole),
    totpSince: totp?.confirmedAt?.toISOString() ?? null,
    passkeys: passkeys.map(({ credentialId: _, transports: __, ...passkey }) => withIsoTimes(passkey)),
    recoveryCodesLeft: recoveryCodes,
  }
}

/**
 * Creates a secret that takes effect once `confirmTotp` has seen a code of it. Throws CONFLICT if one is in
 * effect.
 */
export async function startTotp(
  services: Services,
  viewer: Viewer,
): Promise<{ secret: string; uri: string }> {
  const secret = createSecret()
  const sealed = await sealTotp(services, viewer.id, secret)
  if (!(await saveTotp(services.db, viewer.id, sealed)))
    throw new AppError(
      'CONFLICT',
      'Your authenticator app is set up already. Turn it off first to set up another.',
    )
  return describeSecret(secret, viewer.email)
}

/**
 * Turns on the app's codes. Returns recovery codes if there were none. Throws INVALID_CODE for a wrong code.
 */
export async function confirmTotp(
  services: Services,
  viewer: Viewer,
  code: string,
): Promise<Changed<string[] | null>> {
  return changeFactors(services, viewer, 'TOTP_ON', async (tx) => {
    if (!(await checkTotp(services, tx, viewer.id, code, 'waiting'))) throw wrongSecondFactor('TOTP')
    return giveRecoveryCodes(tx, viewer.id, 'where there are none')
  })
}

export async function removeTotp(services: Services, viewer: Viewer): Promise<Changed<void>> {
  return changeFactors(services, viewer, 'TOTP_OFF', async (tx) => {
    if (!(await deleteTotp(tx, viewer.id))) throw new AppError('NOT_FOUND', 'No authenticator app is set up.')
    await dropUselessCodes(tx, viewer.id)
  })
}

export async function startPasskey(services: Services, viewer: Viewer, origin: string) {
  const known = await findPasskeys(services.db, viewer.id)
  if (known.length >= thresholds.signIn.passkeys)
    throw new AppError(
      'CONFLICT',
      `You have ${known.length} passkeys already. Remove one that you do not use.`,
    )
  const options = await creationOptions(origin, viewer, known)
  await keepChallenge(services.db, viewer, options.challenge)
  return options
}

/** Stores a passkey made for the last challenge. Throws BAD_REQUEST if it is invalid. */
export async function addPasskey(
  services: Services,
  viewer: Viewer,
  origin: string,
  { credential, name }: { credential: NewCredential; name: string },
): Promise<Changed<{ passkey: Passkey; recoveryCodes: string[] | null }>> {
  const challenge = await takeChallenge(services.db, viewer)
  const made = challenge ? await readNewCredential(origin, challenge, credential) : null
  if (!made)
    throw new AppError(
      'BAD_REQUEST',
      'This passkey could not be checked, or it took too long. Please try again.',
    )
  return changeFactors(services, viewer, 'PASSKEY_ADDED', async (tx) => {
    const passkey = await insertPasskey(tx, { ...made, userId: viewer.id, name })
    if (!passkey) throw new AppError('CONFLICT', 'This passkey is here already.')
    const recoveryCodes = await giveRecoveryCodes(tx, viewer.id, 'where there are none')
    return { passkey: withIsoTimes(passkey), recoveryCodes }
  })
}

/** Throws NOT_FOUND for another user's. */
export async function removePasskey(services: Services, viewer: Viewer, id: number): Promise<Changed<void>> {
  return changeFactors(services, viewer, 'PASSKEY_REMOVED', async (tx) => {
    if (!(await deletePasskey(tx, viewer.id, id)))
      throw new AppError('NOT_FOUND', 'You have no such passkey.')
    await dropUselessCodes(tx, viewer.id)
  })
}

/** Replaces the recovery codes. Throws CONFLICT if there is no factor to recover. */
export async function remakeRecoveryCodes({ db, jobs }: Services, viewer: Viewer): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const account = await lockAccountOf(tx, viewer)
    if (!account) throw changedMeanwhile()
    if (!account.hasSecondFactor)
      throw new AppError('CONFLICT', 'Set up an authenticator app or a passkey first.')
    await jobs.enqueueMail(tx, factorChangedMail('RECOVERY_CODES_MADE', ownerOf(account)))
    // Invalidates a concurrent sign-in with one of the old codes.
    await invalidateAuthentications(tx, viewer.id)
    return (await giveRecoveryCodes(tx, viewer.id, 'always')) ?? []
  })
}

const ownerOf = ({ person, username }: Account) => ({ to: person.email, name: person.fullName, username })

async function hasFactor(db: Db, userId: number): Promise<boolean> {
  const { totp, passkeys } = await findFactors(db, userId)
  return totp || passkeys
}

/** The result of a change, and the new token of the request's own session. */
interface Changed<T> {
  done: T
  token: string
}

/**
 * Changes a sign-in factor under the account's lock; notifies the owner by mail and ends every other session.
 * Throws UNAUTHENTICATED if the session ended or the account changed since the request began.
 */
async function changeFactors<T>(
  { db, jobs }: Services,
  viewer: Viewer,
  change: FactorChange,
  work: (tx: Tx) => Promise<T>,
): Promise<Changed<T>> {
  return inTransaction(db, async (tx) => {
    const account = await lockAccountOf(tx, viewer)
    if (!account) throw changedMeanwhile()
    const done = await work(tx)
    const token = await signOutOthers(tx, viewer, await hasFactor(tx, viewer.id))
    await jobs.enqueueMail(tx, factorChangedMail(change, ownerOf(account)))
    return { done, token }
  })
}

async function giveRecoveryCodes(
  tx: Tx,
  userId: number,
  when: 'always' | 'where there are none',
): Promise<string[] | null> {
  if (when !== 'always' && (await findFactors(tx, userId)).recoveryCodes > 0) return null
  const codes = createRecoveryCodes()
  await replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode))
  return codes
}

/** Deletes recovery codes that no factor needs any more. */
async function dropUselessCodes(tx: Tx, userId: number): Promise<void> {
  if (!(await hasFactor(tx, userId))) await replaceRecoveryCodes(tx, userId, [])
}
