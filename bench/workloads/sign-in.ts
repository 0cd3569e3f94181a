import { readViewerOfHash } from '#server/core/session/session.ts'
import { openPool } from '#server/db/pool.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { logStatements } from '#tests/support/statements.ts'
import { percentile } from '../report/statistics.ts'
import { atMost, holds } from './verdict.ts'
import type { BenchContext, Row, Workload } from './workload.ts'

/** In addition to the database, the inputs of reading a session, with the second factor rule of production. */
const services = { env: { NODE_ENV: 'production' }, disk: { hasSpaceFor: () => true } } as const

const people = 500
const checks = 10_000

/** The cost of being signed in per request: the session lookup, sequentially on one connection. */
export const signIn: Workload = {
  name: 'sign-in',
  bar: 'sign-in check on a signed-in request: at most 1 query, under 1 ms',
  async run(context) {
    const hashes = (await context.people(people)).map(({ cookie }) => hashToken(cookie.split('=')[1] ?? ''))
    const order = Array.from({ length: checks }, () => Math.floor(context.random() * people))
    const statements = await statementsOf(context, hashes[0] ?? null)
    await time(context, hashes, order.slice(0, 1000))
    const { p50, p99, cpu, seconds } = await time(context, hashes, order)
    return [
      {
        name: 'sign-in check',
        figures: { requestsPerSecond: checks / seconds, p50, p99, cpu },
        verdicts: [
          holds('at most 1 query', statements.length === 1, `${statements.length}`),
          atMost('p50', p50, 1, 'ms'),
          atMost('p99', p99, 1, 'ms'),
        ],
        note: 'measured in the process that asks: to the database and back',
      } satisfies Row,
    ]
  },
}

/** The statements of one lookup, on a new connection: an existing one cannot be recorded. */
async function statementsOf({ databaseUrl }: BenchContext, hash: Buffer | null): Promise<string[]> {
  const log = logStatements()
  const pool = openPool(databaseUrl, { max: 1, withoutTimeouts: true })
  await pool.pg.query('select 1')
  try {
    return await log.during(() => readViewerOfHash({ ...services, db: pool.db }, hash))
  } finally {
    await pool.close()
    log.stop()
  }
}

async function time(context: BenchContext, hashes: Buffer[], order: number[]) {
  const times: number[] = []
  const started = performance.now()
  const before = process.cpuUsage()
  for (const index of order) {
    const lookupStart = performance.now()
    const viewer = await readViewerOfHash({ ...services, db: context.db }, hashes[index] ?? null)
    times.push(performance.now() - lookupStart)
    if (!viewer) throw new Error('A session that was just made is not known.')
  }
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - started) / 1000
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpu: (user + system) / 1000 / order.length,
    seconds,
  }
}
