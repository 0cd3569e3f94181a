import { createCipheriv, createDecipheriv, hkdf, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartupError } from '#server/lib/startup-error.ts'
import type { Env } from '../../env.ts'

/** The settings that the server's key comes from. */
export type SecretKeySettings = Pick<Env, 'SECRET_KEY' | 'DATA_DIR'>

const derive = promisify(hkdf)
const ivLength = 12
const tagLength = 16

const known = new WeakMap<SecretKeySettings, Map<string, Promise<Buffer>>>()

/**
 * Returns the 32-byte key for one purpose, derived from the setting SECRET_KEY or from DATA_DIR/secret.key,
 * which is created on first use. Throws StartupError if the file is damaged. Cached: keys are used in transactions that hold locks.
 */
export function secretKey(env: SecretKeySettings, purpose: string): Promise<Buffer> {
  const keys = known.get(env) ?? new Map<string, Promise<Buffer>>()
  known.set(env, keys)
  const key = keys.get(purpose) ?? deriveKey(env, purpose)
  keys.set(purpose, key)
  key.catch(() => keys.delete(purpose))
  return key
}

/**
 * Throws StartupError if there is no key and this process must not make one, since others need the same: jobs (`mayMake` false), whose links
 * and pushes are refused if another key signs them, and a public server with a database elsewhere, since another machine, or this one after
 * the loss of its disk, would make another, which opens nothing in the database.
 */
export function requireKey(
  env: SecretKeySettings & Pick<Env, 'NODE_ENV' | 'DATABASE_URL'>,
  { mayMake = env.NODE_ENV !== 'production' || env.DATABASE_URL === undefined } = {},
): void {
  if (mayMake || env.SECRET_KEY !== undefined || existsSync(keyFile(env))) return
  throw new StartupError(
    `There is no key in ${keyFile(env)}, and all processes of this database need the same.`,
    'Set SECRET_KEY: for a new marketplace to what `openssl rand -base64 32` prints, otherwise to what secret.key of the other processes or of a backup has.',
  )
}

/** Checks the server's key when a process starts, and makes one at the first start. Throws StartupError. */
export async function openSecretKey(env: SecretKeySettings): Promise<void> {
  await secretKey(env, 'code')
}

/** Where the key is if SECRET_KEY is not set. */
export const keyFile = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>) => join(DATA_DIR, 'secret.key')

async function deriveKey(env: SecretKeySettings, purpose: string): Promise<Buffer> {
  const secret = env.SECRET_KEY ?? (await readOrMake(env))
  return Buffer.from(await derive('sha256', secret, '', `oja ${purpose}`, 32))
}

async function readOrMake(env: SecretKeySettings): Promise<string> {
  const file = keyFile(env)
  await mkdir(env.DATA_DIR, { recursive: true })
  // One of several processes that start at once creates it.
  const created = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  try {
    await created?.writeFile(`${randomBytes(32).toString('base64')}\n`)
    // PostgreSQL's rows survive a loss of power, and so must their key.
    await created?.sync()
  } catch (error) {
    // A full disk leaves an empty file, which would pass for a damaged key.
    await rm(file)
    throw error
  } finally {
    await created?.close()
  }
  // Another process may still be writing it.
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const secret = (await readFile(file, 'utf8')).trim()
    if (secret.length >= 32) return secret
    await setTimeout(25)
  }
  throw new StartupError(
    `The key in ${file} is incomplete.`,
    'Bring it back from a backup, or delete it: then everybody who signs in with an authenticator app has to set that up again.',
  )
}

/** Encrypts with AES-256-GCM. `of` binds the secret to its owner; `unseal` needs the same value. */
export function seal(key: Buffer, secret: Buffer, of: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(of))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Null if it was sealed with another key or for another owner, or was changed. */
export function unseal(key: Buffer, sealed: Buffer, of: string): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength), {
      authTagLength: tagLength,
    })
      .setAAD(Buffer.from(of))
      .setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
    return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()])
  } catch {
    return null
  }
}
