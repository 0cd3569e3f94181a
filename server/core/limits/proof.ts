import { createHash } from 'node:crypto'
import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { App, Context } from '../../context.ts'
import { networkOf } from '../http/network.ts'
import { implement } from '../implement.ts'
import { secretKey } from '../session/secret-key.ts'
import { type Attempts, limitAttempts } from './attempts.ts'
import { countRegistrations, spendProof } from './proof.db.ts'

export interface Proofs {
  /**
   * Counts a registration. Where there were many, from this address or in all, throws PROOF_REQUIRED unless it comes with a proof
   * of work that was not used before.
   */
  require(request: FastifyRequest, proof: string | undefined): Promise<void>
}

/** Seconds that a challenge may take, page and typing included. */
const lifetime = 600
/**
 * Steps of PBKDF2 for each try, and tries until the answer is found, one after the other: 1 to 2 s on a cheap phone. A check is
 * one try.
 */
const work = { cost: 6000, fewest: 200, most: 400 }

const Proof = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(work.cost),
      keyLength: z.number().int(),
      keyPrefix: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  solution: z.object({ counter: z.number().int(), derivedKey: z.string() }),
}) satisfies z.ZodType<Payload>

/**
 * Work that a browser does instead of a captcha, where many accounts are opened. The key of the challenges is derived from the
 * server's own, so that all processes take each other's, and nothing is kept of one before it is used.
 */
export function proofOfWork(app: App, context: Context): Proofs {
  const { db, env } = context
  const { window, address, all } = limits.registrations
  const free: Attempts = limitAttempts(context, 'registration', { max: address, window })
  const most = Math.max(1, Math.round(all * env.RATE_LIMIT_FACTOR))
  const isAsked = env.PROOF_OF_WORK ?? ['production', 'test'].includes(env.NODE_ENV)
  let key: Promise<string> | undefined

  function readKey(): Promise<string> {
    key ??= secretKey(env, 'registration proof').then((bytes) => bytes.toString('hex'))
    return key
  }

  implement(app, context, 'GET /api/auth/challenge', {}, async ({ setHeader }) => {
    setHeader('cache-control', 'no-store')
    const { parameters, signature = '' } = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: work.cost,
      counter: randomInt(work.most, work.fewest),
      deriveKey,
      expiresAt: new Date(Date.now() + lifetime * 1000),
      hmacSignatureSecret: await readKey(),
    })
    const { algorithm, nonce, salt, cost, keyLength, keyPrefix, expiresAt = 0 } = parameters
    return { parameters: { algorithm, nonce, salt, cost, keyLength, keyPrefix, expiresAt }, signature }
  })

  /** Whether an address has used up what needs no proof. */
  async function isUsedUp(ip: string): Promise<boolean> {
    try {
      await free.spend(networkOf(ip))
      return false
    } catch (error) {
      if (error instanceof AppError) return true
      throw error
    }
  }

  async function isGood(proof: string): Promise<boolean> {
    const payload = Proof.safeParse(parseProof(proof)).data
    if (!payload) return false
    const { challenge } = payload
    const { verified } = await verifySolution({
      ...payload,
      deriveKey,
      hmacSignatureSecret: await readKey(),
    })
    const digest = createHash('sha256').update(challenge.signature).digest()
    return verified && spendProof(db, digest, new Date(challenge.parameters.expiresAt * 1000))
  }

  return {
    async require(request, proof) {
      if (!isAsked) return
      const isMuch = (await isUsedUp(request.ip)) || (await countRegistrations(db, window, most)) >= most
      if (!isMuch || (proof !== undefined && (await isGood(proof)))) return
      throw new AppError(
        'PROOF_REQUIRED',
        'Many accounts were opened a moment ago. Please try again in ten minutes, or send a proof of work along (GET /api/auth/challenge).',
      )
    },
  }
}

function parseProof(proof: string): unknown {
  try {
    return JSON.parse(Buffer.from(proof, 'base64').toString('utf8'))
  } catch {
    return null
  }
}
