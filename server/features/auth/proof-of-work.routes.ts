import { createHash } from 'node:crypto'
import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { scaleLimit } from '#server/bounds.ts'
import type { App, Context } from '#server/context.ts'
import {
  createFixedWindowLimiter,
  type FixedWindowLimiter,
} from '#server/core/limits/fixed-window-limiter.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { secretKey } from '#server/core/session/secret-key.ts'
import { networkOf } from '#server/lib/ip-addresses.ts'
import { AppError } from '#shared/errors.ts'
import { thresholds } from '#shared/thresholds.ts'
import { countRegistrations, spendProof } from './proof-of-work.db.ts'

export interface ProofOfWork {
  /**
   * Counts a registration. After many, from this address or in total, throws PROOF_REQUIRED unless the
   * request has an unused proof of work.
   */
  require(request: FastifyRequest, proof: string | undefined): Promise<void>
}

/** Seconds that a challenge is valid, including the time to fill in the form. */
const lifetime = 600
/**
 * Iterations of PBKDF2 per attempt, and the range of sequential attempts until the solution: 1 to 2 s on a
 * cheap phone. Verifying takes one attempt.
 */
const work = { cost: 6000, minCounter: 200, maxCounter: 400 }

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
 * Proof of work instead of a captcha, when many accounts are opened. The key of the challenges is derived
 * from the server's own, so that processes accept each other's, and a challenge is stored only when it is
 * used.
 */
export function addProofOfWork(app: App, context: Context): ProofOfWork {
  const { db, env } = context
  const { window, address, all } = thresholds.registrations
  const addressLimiter: FixedWindowLimiter = createFixedWindowLimiter(context, 'registration', {
    max: address,
    window,
  })
  const maxRegistrations = scaleLimit(env, all)
  const isEnabled = env.PROOF_OF_WORK ?? ['production', 'test'].includes(env.NODE_ENV)

  async function readKey(): Promise<string> {
    return (await secretKey(env, 'registration proof')).toString('hex')
  }

  registerEndpoints(app, context, {
    'GET /api/auth/challenge': async ({ setHeader }) => {
      setHeader('cache-control', 'no-store')
      const { parameters, signature = '' } = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: work.cost,
        counter: randomInt(work.maxCounter, work.minCounter),
        deriveKey,
        expiresAt: new Date(Date.now() + lifetime * 1000),
        hmacSignatureSecret: await readKey(),
      })
      const { algorithm, nonce, salt, cost, keyLength, keyPrefix, expiresAt = 0 } = parameters
      return { parameters: { algorithm, nonce, salt, cost, keyLength, keyPrefix, expiresAt }, signature }
    },
  })

  /** Counts a registration from this address; returns whether its registrations without proof are used up. */
  async function countFromAddress(ip: string): Promise<boolean> {
    try {
      await addressLimiter.consume(networkOf(ip))
      return false
    } catch (error) {
      if (error instanceof AppError) return true
      throw error
    }
  }

  /** Verifies a proof and marks it as used; false if it is invalid or was used before. */
  async function spendIfValid(proof: string): Promise<boolean> {
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
      if (!isEnabled) return
      const isProofNeeded =
        (await countFromAddress(request.ip)) ||
        (await countRegistrations(db, window, maxRegistrations)) >= maxRegistrations
      if (!isProofNeeded || (proof !== undefined && (await spendIfValid(proof)))) return
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
