import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeSockets } from '../support/sockets.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createAttacks } from './attacks.ts'
import { type Attack, runCampaign } from './campaign.ts'
import { formatFailures, Tally } from './report.ts'
import { createWorld, type World } from './world.ts'

/** Another seed tries other requests: FUZZ_SEED=7 npm run test:api -- tests/fuzz. */
const seed = Number(process.env.FUZZ_SEED ?? 1)
/** Milliseconds for all of it. */
const budget = 20_000

let t: TestApp
let world: World
let attacks: Attack[]
let close: () => void
/** What the server thought worth an error. */
const logged: string[] = []

beforeAll(async () => {
  t = await startTestApp(
    { RATE_LIMIT_FACTOR: '1000000' },
    { logger: { level: 'error', stream: { write: (line) => void logged.push(line) } } },
  )
  world = await createWorld(t.db)
  const origin = await t.listen()
  ;({ attacks, close } = await createAttacks({ origin, world, cookieName: 'oja_session', pages: [] }))
})
afterAll(async () => {
  close()
  closeSockets()
  await t.close()
})

test('[FUZZ-ALL] whatever is sent to an endpoint or said over the socket is answered, and tells nothing of the inside', async () => {
  const tally = new Tally()
  const plan = { requests: 4000, seed, until: budget, spell: 10, between: world.restore }
  const failures = await runCampaign(attacks, plan, tally)
  expect(failures.length, `${formatFailures(failures)}\n${logged.slice(0, 5).join('')}`).toBe(0)
  expect(logged, 'errors in the log').toEqual([])
  // Each was tried, and the arbitraries are good for something: what should be taken is taken.
  expect([...tally.rows.keys()].sort()).toEqual(attacks.map(({ name }) => name).sort())
  const taken = [...tally.rows].filter(([, row]) => [...row.keys()].some((status) => /^2|^ok$/.test(status)))
  expect(taken.length).toBeGreaterThan(attacks.length * 0.6)
}, 180_000)
