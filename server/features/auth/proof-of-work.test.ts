import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeExpired } from '#server/features/settings/retention.db.ts'
import { registration } from '#tests/support/accounts.ts'
import { startSecondApp } from '#tests/support/second-app.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let t: TestApp
beforeEach(async () => {
  t = await startTestApp({ RATE_LIMIT_FACTOR: '1' })
})
afterEach(() => t.close())

/** Registers another person each time; returns status and body. */
async function register(proof?: string, { app = t.app, remoteAddress = '203.0.113.7' } = {}) {
  const payload = { ...registration(), ...(proof === undefined ? {} : { proof }) }
  const answer = await app.inject({ method: 'POST', url: '/api/auth/register-email', payload, remoteAddress })
  return { status: answer.statusCode, body: answer.json<{ code?: string; detail?: string }>() }
}

const encode = (proof: object) => Buffer.from(JSON.stringify(proof)).toString('base64')

async function solve(challenge: Challenge) {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('There is no solution.')
  return { challenge, solution }
}

test('[ABUSE-PROOF] the first five registrations of an address need no proof, the sixth one that works once', async () => {
  for (let count = 0; count < 5; count += 1) expect((await register()).status).toBe(201)
  expect(await register()).toMatchObject({ status: 428, body: { code: 'PROOF_REQUIRED' } })
  // Another address is not affected.
  expect((await register(undefined, { remoteAddress: '203.0.113.8' })).status).toBe(201)

  const challenge = await t.visitor('GET /api/auth/challenge')
  const solved = await solve(challenge)
  expect((await register(encode(solved))).status).toBe(201)
  expect((await register(encode(solved))).status).toBe(428)
})

test('[ABUSE-PROOF] invented, changed, unsolved and expired proofs are refused', async () => {
  for (let count = 0; count < 5; count += 1) await register()
  const solved = await solve(await t.visitor('GET /api/auth/challenge'))
  const { challenge, solution } = solved
  const { parameters } = challenge
  const wrong = [
    '',
    'nonsense',
    encode({}),
    encode({ challenge, solution: { ...solution, counter: solution.counter + 1 } }),
    encode({ challenge, solution: { counter: solution.counter, derivedKey: '' } }),
    encode({ challenge, solution: { counter: -1, derivedKey: solution.derivedKey } }),
    encode({ challenge: { ...challenge, signature: '0'.repeat(64) }, solution }),
    encode({ challenge: { ...challenge, parameters: { ...parameters, keyPrefix: '' } }, solution }),
    encode({ challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution }),
    encode({
      challenge: { ...challenge, parameters: { ...parameters, expiresAt: (parameters.expiresAt ?? 0) + 1 } },
      solution,
    }),
  ]
  for (const proof of wrong) expect((await register(proof)).status, proof).toBe(428)
  // None of them used it up.
  expect((await register(encode(solved))).status).toBe(201)
})

test('[ABUSE-PROOF] another process accepts the proof too, and knows which are used', async () => {
  const second = await startSecondApp(t)
  try {
    for (let count = 0; count < 5; count += 1) {
      await register()
      await register(undefined, { app: second })
    }
    const proof = encode(await solve(await t.visitor('GET /api/auth/challenge')))
    const answers = await Promise.all([register(proof), register(proof, { app: second })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 428])
  } finally {
    await second.close()
  }
})

test('[ABUSE-PROOF] many registrations on the whole site ask everyone for a proof', async () => {
  // Half of them have entered their code.
  await sql`
    insert into users (email, username, full_name, phone, password_hash)
    select 'many' || n || '@example.com', 'many_' || n, 'One of Many', '+2348030000000', 'no password'
    from generate_series(1, 50) as n`.execute(t.db)
  await sql`
    insert into pending_registrations
      (token_hash, email, username, full_name, phone, password_hash, expires_at)
    select sha256(n::text::bytea), 'more' || n || '@example.com', 'more_' || n, 'One of Many', '+2348030000000',
      'no password', now() + interval '1 day'
    from generate_series(1, 50) as n`.execute(t.db)
  expect((await register()).status).toBe(428)
  await sql`update users set created_at = now() - interval '11 minutes'`.execute(t.db)
  await sql`update pending_registrations set registered_at = now() - interval '11 minutes'`.execute(t.db)
  expect((await register()).status).toBe(201)
})

test('[ABUSE-PROOF] on a laptop no proof is needed', async () => {
  const laptop = await startTestApp({ RATE_LIMIT_FACTOR: '1', PROOF_OF_WORK: '0' })
  try {
    for (let count = 0; count < 8; count += 1)
      await laptop.visitor('POST /api/auth/register-email', { body: registration() })
  } finally {
    await laptop.close()
  }
})

test('[ABUSE-PROOF] used proofs are deleted once they have expired', async () => {
  for (let count = 0; count < 5; count += 1) await register()
  await register(encode(await solve(await t.visitor('GET /api/auth/challenge'))))
  await removeExpired(t.db)
  const count = async () => (await sql`select from spent_proofs`.execute(t.db)).rows.length
  expect(await count()).toBe(1)
  await sql`update spent_proofs set expires_at = now() - interval '1 second'`.execute(t.db)
  await removeExpired(t.db)
  expect(await count()).toBe(0)
})
