import type { FastifyRequest } from 'fastify'
import type { Env } from '../../env.ts'

interface Rule {
  max: number
  /** Seconds. */
  window: number
}

/** How often one address may call what; everything without a rule of its own falls under `default`. */
const rules = {
  // Wide: behind one address of a Nigerian mobile network are thousands of phones.
  default: { max: 3000, window: 60 },
  login: { max: 30, window: 60 },
  register: { max: 30, window: 600 },
  code: { max: 60, window: 600 },
  publish: { max: 60, window: 3600 },
  upload: { max: 400, window: 3600 },
  message: { max: 1200, window: 60 },
  review: { max: 120, window: 3600 },
  report: { max: 120, window: 3600 },
  question: { max: 120, window: 3600 },
} satisfies Record<string, Rule>

export type RateLimitName = keyof typeof rules

/** A rule in the form that @fastify/rate-limit takes; `RATE_LIMIT_FACTOR` multiplies it. */
export function rateLimit(env: Env, name: RateLimitName = 'default') {
  const { max, window } = rules[name]
  return {
    max: Math.max(1, Math.round(max * env.RATE_LIMIT_FACTOR)),
    timeWindow: window * 1000,
    keyGenerator: (request: FastifyRequest) => request.ip,
    groupId: name,
  }
}
