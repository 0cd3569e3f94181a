import fc from 'fast-check'
import type { Tally } from './attack-table.ts'

/** One kind of attack: an endpoint, a socket event, broken connections. */
export interface Attack<T = unknown> {
  name: string
  /** Its relative share of all requests; attacks differ widely in cost. */
  weight: number
  values: fc.Arbitrary<T>
  /** Tries one value; returns the class of the outcome, and throws for a forbidden one. */
  run(value: T): Promise<string>
}

export interface Failure {
  attack: string
  message: string
  /** The smallest request that fails. */
  counterexample: string
  seed: number
  path: string
}

interface Plan {
  requests: number
  seed: number
  /** Time in milliseconds after which nothing more is started, once everything was tried. */
  until?: number
  /** Consecutive requests of one attack. */
  seriesLength?: number
  /** Concurrent attacks. */
  lanes?: number
  /** Reproduces a failure: the one attack with that seed. */
  path?: string
  /** Called after some requests, while none is in progress. */
  between(): Promise<void>
}

const minSeriesLength = 4
/** Failures per attack, so that the same one is not shrunk again and again. */
const failuresEach = 3

/**
 * Runs the attacks in rotation until the number of requests or the time is reached. Each series has its own
 * seed, derived from the plan's, which a failure names.
 */
export async function runCampaign(attacks: Attack[], plan: Plan, tally: Tally): Promise<Failure[]> {
  const { seed, lanes = 4, until = Number.POSITIVE_INFINITY, seriesLength: spell = 20, path } = plan
  const failures: Failure[] = []
  const started = performance.now()
  const total = attacks.reduce((sum, { weight }) => sum + weight, 0)

  async function tryOne(attack: Attack, spellSeed: number, numRuns: number): Promise<void> {
    const property = fc.asyncProperty(attack.values, async (value) => {
      const began = performance.now()
      try {
        tally.add(attack.name, await attack.run(value), performance.now() - began)
      } catch (error) {
        tally.add(attack.name, 'failed', performance.now() - began)
        throw error
      }
    })
    const details = await fc.check(property, { seed: spellSeed, numRuns, ...(path ? { path } : {}) })
    if (!details.failed) return
    failures.push({
      attack: attack.name,
      message: String((details.errorInstance as Error | null)?.message ?? details.errorInstance),
      counterexample: show(details.counterexample?.[0]),
      seed: spellSeed,
      path: String(details.counterexamplePath),
    })
  }

  if (path !== undefined) {
    for (const attack of attacks) await tryOne(attack, seed, 1)
    return failures
  }
  for (let round = 0; ; round += 1) {
    const order = shuffle(attacks, seed + round)
    for (let at = 0; at < order.length; at += lanes) {
      if (tally.requests >= plan.requests) return failures
      if (round > 0 && performance.now() - started > until) return failures
      const some = order.slice(at, at + lanes).filter(({ name }) => countOf(failures, name) < failuresEach)
      await Promise.all(
        some.map((attack) => {
          const fair = Math.round((spell * attacks.length * attack.weight) / total)
          const left = Math.max(1, plan.requests - tally.requests)
          const runs = Math.min(left, Math.max(minSeriesLength, Math.min(fair, spell * 2)))
          return tryOne(attack, (seed * 1000 + round * 7919 + hash(attack.name)) | 0, runs)
        }),
      )
      await plan.between()
    }
    if (attacks.every(({ name }) => countOf(failures, name) >= failuresEach)) return failures
  }
}

/** A readable request or event: the first bytes of binary data, nothing longer than a screen. */
function show(value: unknown): string {
  const text = JSON.stringify(value, (name, inner: unknown) => {
    if (name === 'values') return undefined
    if (typeof inner === 'string' && inner.length > 400) return `${inner.slice(0, 400)}… (${inner.length})`
    return inner !== null && typeof inner === 'object' && 'data' in inner && 'type' in inner
      ? `bytes ${Buffer.from(inner.data as number[])
          .toString('latin1')
          .slice(0, 200)}`
      : inner
  })
  return String(text).slice(0, 3000)
}

const countOf = (failures: Failure[], name: string) => failures.filter(({ attack }) => attack === name).length

function hash(text: string): number {
  let sum = 0
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) | 0
  return sum
}

/** A permutation that depends only on the number. */
function shuffle<T extends { name: string }>(items: T[], number: number): T[] {
  const keyed = items.map((item) => ({ item, key: hash(`${item.name} ${number}`) }))
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}
