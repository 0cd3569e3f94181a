import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { AppError } from '#shared/errors.ts'
import { bounds } from '../limits/bounds.ts'
import { createSemaphore } from '../limits/semaphore.ts'
import { shedRequests } from '../observe/counters.ts'

/** OWASP's current minimum for argon2id: 19 MiB, two passes, one lane. */
const current = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

/** Of the four threads that files and compression need as well. */
const working = createSemaphore(Math.min(3, availableParallelism()))

/** Some 40 ms of a processor. Throws OVERLOADED where very many wait for theirs. */
async function derive(...args: Parameters<typeof deriveNow>): Promise<Buffer> {
  if (working.waiting() >= bounds.passwords) {
    shedRequests.inc({ reason: 'passwords' })
    throw new AppError(
      'OVERLOADED',
      'Very many people are signing in right now. Please try again in a moment.',
      {
        retryAfter: 3,
      },
    )
  }
  return working.run(() => deriveNow(...args))
}
const deriveNow = promisify(argon2)

/**
 * Hashes a password with argon2id; resolves with a PHC string. The salt is fresh, or that of `saltOf`, a hash made before.
 * Throws OVERLOADED as `derive` does.
 */
export async function hashPassword(password: string, saltOf: string | null = null): Promise<string> {
  const nonce = (saltOf && parse(saltOf)?.nonce) || randomBytes(16)
  const tag = await derive('argon2id', { ...current, tagLength, nonce, message: normalize(password) })
  const { memory, passes, parallelism } = current
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`
}

/**
 * Whether the password is the one behind the hash. Null (nobody has this address) or a hash of another form takes as
 * long as a true comparison, and is false.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  return (await findMatch(password, hash === null ? [] : [hash])) === 0
}

/**
 * The index of the first hash that the password is behind, -1 for none. One derivation, so that the time does not tell how
 * many there are: hashes count only where salt and parameters are those of the first that can be read.
 */
export async function findMatch(password: string, hashes: string[]): Promise<number> {
  const parsed = hashes.map(parse)
  const known = parsed.find((hash) => hash !== null)
  const { nonce, tag, ...parameters } = known ?? nobody
  const derived = await derive('argon2id', {
    ...parameters,
    nonce,
    tagLength: tag.length,
    message: normalize(password),
  })
  if (!known) return -1
  return parsed.findIndex(
    (other) => other && hasSameSalt(other, known) && timingSafeEqual(derived, other.tag),
  )
}

function hasSameSalt(one: typeof nobody, other: typeof nobody): boolean {
  return (
    one.nonce.equals(other.nonce) &&
    one.tag.length === other.tag.length &&
    one.memory === other.memory &&
    one.passes === other.passes &&
    one.parallelism === other.parallelism
  )
}

/** Whether a hash was made with other parameters than today's, and should be made again at the next sign-in. */
export function isOutdated(hash: string): boolean {
  const known = parse(hash)
  return (
    known === null ||
    known.memory !== current.memory ||
    known.passes !== current.passes ||
    known.parallelism !== current.parallelism
  )
}

const nobody = { ...current, nonce: Buffer.alloc(16), tag: Buffer.alloc(tagLength) }

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parse(hash: string): typeof nobody | null {
  const [, memory, passes, parallelism, nonce, tag] = phc.exec(hash) ?? []
  if (!nonce || !tag) return null
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/** The same letters count as the same, however the keyboard composed them; nothing else is changed. */
function normalize(password: string): string {
  return password.normalize('NFC')
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/(?<!=)=+$/, '')
}
