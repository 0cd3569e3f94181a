import { afterAll, beforeAll, expect, test } from 'vitest'
import '../support/generous-timeouts.ts'
import { closeSockets } from '../support/sockets.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { formatFailures, Tally } from './attack-table.ts'
import { createAttacks } from './attacks.ts'
import { type Attack, runCampaign } from './campaign.ts'
import { createWorld, type World } from './fuzz-world.ts'

/** Another seed tries other requests: FUZZ_SEED=7 npm run test:api -- tests/fuzz. */
const seed = Number(process.env.FUZZ_SEED ?? 1)
/** Milliseconds in total. */
const budget = 20_000

let t: TestApp
let world: World
let attacks: Attack[]
let close: () => void
/** Errors that the server logged. */
const logged: string[] = []

beforeAll(async () => {
  t = await startTestApp(
    { RATE_LIMIT_FACTOR: '1000000' },
    { logger: { level: 'error', stream: { write: (line) => void logged.push(line) } } },
  )
  world = await createWorld(t)
  const origin = await t.listen()
  ;({ attacks, close } = await createAttacks({ origin, world, cookieName: 'oja_session', pages: [] }))
})
afterAll(async () => {
  close()
  closeSockets()
  await t.close()
})

test('[FUZZ-ALL] random input to an endpoint or the socket is answered, and reveals nothing internal', async () => {
  const tally = new Tally()
  const plan = { requests: 4000, seed, until: budget, seriesLength: 10, between: world.restore }
  const failures = await runCampaign(attacks, plan, tally)
  expect(failures.length, `${formatFailures(failures)}\n${logged.slice(0, 5).join('')}`).toBe(0)
  expect(logged, 'errors in the log').toEqual([])
  // Each attack ran, and the arbitraries are useful: valid requests succeed.
  expect([...tally.rows.keys()].sort()).toEqual(attacks.map(({ name }) => name).sort())
  const taken = [...tally.rows].filter(([, row]) => [...row.keys()].some((status) => /^2|^ok$/.test(status)))
  expect(taken.length).toBeGreaterThan(attacks.length * 0.6)
})
