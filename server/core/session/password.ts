import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { bounds } from '#server/bounds.ts'
import { AppError } from '#shared/errors.ts'
import { createSemaphore } from '#shared/semaphore.ts'
import { shedRequests } from '../observe/metrics.ts'

/** OWASP's current minimum for argon2id: 19 MiB, two passes, one lane. Tests of other rules lower it. */
export const passwordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

/** Three of libuv's four threads: files and compression need one as well. */
const hashing = createSemaphore(Math.min(3, availableParallelism()))

/** Takes about 40 ms of a processor. Throws OVERLOADED if the queue is full. */
async function derive(...args: Parameters<typeof deriveNow>): Promise<Buffer> {
  if (hashing.waiting() >= bounds.queuedPasswords) {
    shedRequests.inc({ reason: 'passwords' })
    throw new AppError(
      'OVERLOADED',
      'Very many people are logging in right now. Please try again in a moment.',
      {
        retryAfter: 3,
      },
    )
  }
  return hashing.run(() => deriveNow(...args))
}
const deriveNow = promisify(argon2)

/**
 * Hashes a password with argon2id; resolves with a PHC string. The salt is random, or that of `saltOf`, an
 * existing hash. Throws OVERLOADED like `derive`.
 */
export async function hashPassword(password: string, saltOf: string | null = null): Promise<string> {
  const nonce = (saltOf && parse(saltOf)?.nonce) || randomBytes(16)
  const tag = await derive('argon2id', { ...passwordCost, tagLength, nonce, message: normalize(password) })
  const { memory, passes, parallelism } = passwordCost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`
}

/**
 * Whether the password matches the hash. Null (no such account) or a malformed hash returns false after the
 * time of a real comparison.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  return (await findMatch(password, hash === null ? [] : [hash])) === 0
}

/**
 * The index of the first hash that matches the password, or -1. One derivation, so that the time does not
 * reveal the number of hashes: only hashes with the salt and parameters of the first readable one can match.
 */
export async function findMatch(password: string, hashes: string[]): Promise<number> {
  const parsed = hashes.map(parse)
  const known = parsed.find((hash) => hash !== null)
  const { nonce, tag, ...parameters } = known ?? dummyHash()
  const derived = await derive('argon2id', {
    ...parameters,
    nonce,
    tagLength: tag.length,
    message: normalize(password),
  })
  if (!known) return -1
  return parsed.findIndex(
    (other) => other?.tag.length === derived.length && timingSafeEqual(derived, other.tag),
  )
}

/** Whether a hash has other parameters than today's, and should be renewed at the next sign-in. */
export function isOutdated(hash: string): boolean {
  const known = parse(hash)
  return (
    known === null ||
    known.memory !== passwordCost.memory ||
    known.passes !== passwordCost.passes ||
    known.parallelism !== passwordCost.parallelism
  )
}

interface ParsedHash {
  memory: number
  passes: number
  parallelism: number
  nonce: Buffer
  tag: Buffer
}

/** Costs as much to compare as a real hash. */
const dummyHash = (): ParsedHash => ({
  ...passwordCost,
  nonce: Buffer.alloc(16),
  tag: Buffer.alloc(tagLength),
})

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parse(hash: string): ParsedHash | null {
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

/** Unicode-normalises the password, so that it does not depend on how a keyboard composes letters. */
function normalize(password: string): string {
  return password.normalize('NFC')
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/(?<!=)=+$/, '')
}
