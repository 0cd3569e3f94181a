import { createCipheriv, createDecipheriv, hkdf, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Env } from '../../env.ts'
import { StartupError } from '../../startup-error.ts'

type Settings = Pick<Env, 'SECRET_KEY' | 'DATA_DIR'>

const derive = promisify(hkdf)
const ivLength = 12
const tagLength = 16

/**
 * The key of 32 bytes for one purpose: from the setting SECRET_KEY, or from DATA_DIR/secret.key, which is made when it
 * is first asked for. Throws StartupError where the file is not what was written.
 */
export async function secretKey(env: Settings, purpose: string): Promise<Buffer> {
  const secret = env.SECRET_KEY ?? (await readOrMake(env.DATA_DIR))
  return Buffer.from(await derive('sha256', secret, '', `oja ${purpose}`, 32))
}

async function readOrMake(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret.key')
  await mkdir(dataDir, { recursive: true })
  try {
    // Of several processes that start at once, one makes it.
    await writeFile(file, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // Whoever makes it may just be writing.
  for (let tries = 0; tries < 20; tries += 1) {
    const secret = (await readFile(file, 'utf8')).trim()
    if (secret.length >= 32) return secret
    await setTimeout(25)
  }
  throw new StartupError(
    `The key in ${file} is not whole.`,
    'Bring it back from a backup, or delete it: then everybody who signs in with an authenticator app has to set that up again.',
  )
}

/** Encrypts with AES-256-GCM; `of` says whose it is, and must be the same when it is unsealed. */
export function seal(key: Buffer, secret: Buffer, of: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(of))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Throws where it was sealed with another key, for somebody else, or changed since. */
export function unseal(key: Buffer, sealed: Buffer, of: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
    .setAAD(Buffer.from(of))
    .setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()])
}
