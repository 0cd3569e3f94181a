import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookieOf } from '#tests/support/accounts.ts'
import {
  type Act,
  createSubject,
  credentialsOf,
  endings,
  entries,
  logout,
  ownActs,
  password,
  reset,
  type Subject,
  verification,
} from '#tests/support/credential-acts.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

/**
 * A proof from before an account changed must have no effect afterwards: combines each action that uses a
 * proof with each that invalidates proofs, in statement orders that the test sets.
 */

let t: TestApp
let admin: TestUser
let order: Interleaving
beforeAll(async () => {
  // Set before connections exist, since each connection stores its query function.
  order = interleave()
  t = await startTestApp()
  admin = await t.user({ role: 'ADMIN' })
})
afterAll(async () => {
  order.stop()
  await t.close()
})

/**
 * The first statement of an action that could open a session or change something; what it depends on was read
 * before.
 */
const beforeItsEffect =
  /^(begin|(with opened as \(\s+)?insert into "?(sessions|sign_in_steps)|update "sessions")/
const beforeCommit = /^commit/

const refusals = ['UNAUTHENTICATED', 'INVALID_CODE', 'INVALID_CREDENTIALS', 'ACCOUNT_BANNED', 'BAD_REQUEST']

type Run = () => Promise<LightMyRequestResponse | null>

/** Two actions on one account; null if they need it in different states. */
async function prepare(proof: Act, ending: Act): Promise<{ subject: Subject; prove: Run; end: Run } | null> {
  if (proof.totp && ending.totp && proof.totp !== ending.totp) return null
  const totp = proof.totp ?? ending.totp
  const { subject, other } = await createSubject(t, admin, { totp, isVerified: proof !== verification })
  const end = await ending.prepare(t, subject)
  return { subject, prove: await proof.prepare(t, other), end }
}

/** This response opens no session, now or after a ban, and allows no second step. */
async function expectRefused({ user }: Subject, answer: LightMyRequestResponse | null, pair: string) {
  const code = answer?.statusCode === 204 ? 'NO_CONTENT' : answer?.json().code
  expect(refusals, pair).toContain(code)
  const { banned_at } = await t.db
    .selectFrom('users')
    .select('banned_at')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  if (banned_at) await admin.api('POST /api/admin/users/:id/unban', { params: { id: user.id }, body: {} })
  const cookie = answer && cookieOf(answer)
  if (cookie) expect((await get('/api/auth/me', cookie)).statusCode, pair).toBe(401)
  const step = answer?.cookies.find(({ name }) => name === 'oja_sign_in')
  if (step?.value)
    expect((await get('/api/auth/second-factor', `oja_sign_in=${step.value}`)).json(), pair).toEqual({
      methods: [],
    })
}

const get = (url: string, cookie: string) => t.app.inject({ url, headers: { cookie } })

/** The ending completes while the proof waits to take effect. */
async function endBeforeEffect(proof: Act, ending: Act): Promise<void> {
  const pair = `${proof.name}, ${ending.name}`
  const acts = await prepare(proof, ending)
  if (!acts) return
  const proving = order.pauseBefore(proof.effect ?? beforeItsEffect, acts.prove)
  await proving.reached
  const ended = await acts.end()
  expect(ended?.statusCode ?? 200, `${pair}: ${ended?.body}`).toBeLessThan(300)
  const after = await credentialsOf(t, acts.subject)
  const answer = await proving.release()
  expect(await credentialsOf(t, acts.subject), pair).toBe(after)
  await expectRefused(acts.subject, answer, pair)
}

/** The proof starts after the ending has written everything but before its commit. */
async function proveBeforeCommit(proof: Act, ending: Act): Promise<void> {
  const pair = `${proof.name}, ${ending.name} not yet committed`
  const acts = await prepare(proof, ending)
  if (!acts) return
  const end = order.pauseBefore(beforeCommit, acts.end)
  await end.reached
  const answer = acts.prove()
  await endedOrBlocked(t, answer)
  const ended = await end.release()
  expect(ended?.statusCode ?? 200, `${pair}: ${ended?.body}`).toBeLessThan(300)
  await expectRefused(acts.subject, await answer, pair)
}

/** A sign-in that completes while the ending waits is signed out by it. */
async function enterBeforeEnding(entry: Act, ending: Act): Promise<void> {
  const pair = `${ending.name} waits, ${entry.name}`
  const acts = await prepare(entry, ending)
  if (!acts) return
  const end = order.pauseBefore(/^begin/, acts.end)
  await end.reached
  const entered = await acts.prove()
  await end.release()
  const cookie = entered && cookieOf(entered)
  if (cookie) expect((await get('/api/auth/me', cookie)).statusCode, pair).toBe(401)
  else expect(entered?.json().code, pair).toBe('SECOND_FACTOR_REQUIRED')
}

/** A reset by e-mail stays valid after logouts and changes of factors. */
const endResets = endings.filter(({ name }) => ['reset', 'password change', 'ban', 'deletion'].includes(name))
/** These end every session except the caller's. */
const signOuts = endings.filter(
  ({ name }) => name !== 'recovery codes replaced' && name !== 'one browser signed out',
)
/** One for each way in which an account changes. */
const mainEndings = endings.filter(({ name }) =>
  ['reset', 'password change', 'app on', 'ban', 'ban and unban', 'deletion', 'log out everywhere'].includes(
    name,
  ),
)
/**
 * The code is checked under the account's lock: after most endings it may still be used, and a deleted
 * account frees its address.
 */
const endVerifications = endings.filter(({ name }) => name === 'ban')
/** Endings for an unverified account, to which nobody is signed in. */
const ofUnverified = ['reset', 'ban', 'ban and unban', 'signed out by an administrator', 'deletion']
const meets = (proof: Act, ending: Act) => proof !== verification || ofUnverified.includes(ending.name)

const endingsOf = (act: Act) => {
  if (act === reset) return endResets
  return act.name === 'password entered again'
    ? endings.filter(({ name }) => name !== 'recovery codes replaced')
    : endings
}

/** Milliseconds: each test makes about fifteen accounts, with passwords. */
const timeout = 120_000

describe('[AUTH-STILL-PROVED] nothing happens on a proof that ended meanwhile', { timeout }, () => {
  test.each([...entries, verification, ...ownActs, reset].map((act) => [act.name, act] as const))(
    '%s, while each of the others happens before its effect',
    async (_, act) => {
      for (const ending of endingsOf(act)) if (meets(act, ending)) await endBeforeEffect(act, ending)
    },
  )

  test.each([...entries, verification, ...ownActs, reset].map((act) => [act.name, act] as const))(
    '%s, started while one of each kind is about to commit',
    async (_, act) => {
      const ends = act === verification ? endVerifications : endingsOf(act)
      for (const ending of ends.filter((one) => mainEndings.includes(one)))
        await proveBeforeCommit(act, ending)
    },
  )

  test.each(signOuts.map((act) => [act.name, act] as const))(
    'a session opened while “%s” waits for its lock is signed out by it',
    async (_, ending) => {
      for (const entry of [...entries, verification])
        if (meets(entry, ending)) await enterBeforeEnding(entry, ending)
    },
  )
})

test('[AUTH-STILL-PROVED] a request that runs during logout has no effect, and no new token survives it', {
  timeout,
}, async () => {
  for (const act of ownActs) await endBeforeEffect(act, logout)

  const [confirm] = ownActs.filter(({ name }) => name === 'password entered again')
  const acts = await prepare(confirm as Act, logout)
  const leaving = order.pauseBefore(/^delete from "sessions"/, acts?.end as Run)
  await leaving.reached
  const renewed = await acts?.prove()
  await leaving.release()
  const cookie = renewed && cookieOf(renewed)
  expect((await get('/api/auth/me', cookie ?? '')).statusCode).toBe(401)
})

test('[AUTH-STILL-PROVED] a sign-in that rehashes its password does not undo a reset', async () => {
  const acts = await prepare(entries[0] as Act, reset)
  const email = acts?.subject.user.email ?? ''
  const renewing = order.pauseBefore(/^update "users" set "password_hash"/, acts?.prove as Run)
  await renewing.reached
  expect((await acts?.end())?.statusCode).toBe(204)
  expect((await renewing.release())?.statusCode).toBe(401)
  const again = await t.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
  })
  expect(again.json().code).toBe('INVALID_CREDENTIALS')
})

test('[AUTH-STILL-PROVED] a code of the app confirms the secret that it was made with, not a later one', async () => {
  const appOn = ownActs.find(({ name }) => name === 'app on') as Act
  const acts = await prepare(appOn, logout)
  const confirming = order.pauseBefore(/^update "totp_secrets"/, acts?.prove as Run)
  await confirming.reached
  await acts?.subject.user.api('POST /api/settings/totp')
  expect((await confirming.release())?.json().code).toBe('INVALID_CODE')
  expect(await acts?.subject.user.api('GET /api/settings/security')).toMatchObject({ totpSince: null })
})

test('[AUTH-STILL-PROVED] a sign-in in another browser interrupts nothing', {
  timeout,
}, async () => {
  const [login] = entries
  for (const act of [...entries, verification, ...ownActs, reset]) {
    const acts = await prepare(act, login as Act)
    if (!acts) continue
    const proving = order.pauseBefore(act.effect ?? beforeItsEffect, acts.prove)
    await proving.reached
    await acts.end()
    const answer = await proving.release()
    const code = answer?.statusCode === 401 ? answer.json().code : 'DONE'
    expect(['DONE', 'SECOND_FACTOR_REQUIRED'], `${act.name}: ${answer?.body}`).toContain(code)
  }
})

test('[AUTH-STILL-PROVED] a session whose insert has already started is not opened either', {
  timeout,
}, async () => {
  const key = 1010
  const barrier = new pg.Client({ connectionString: t.env.DATABASE_URL ?? '' })
  await barrier.connect()
  await sql`create function wait_at_barrier() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${sql.lit(key)}); return null; end $$`.execute(t.db)
  for (const table of ['sessions', 'sign_in_steps'])
    await sql`create trigger barrier before insert on ${sql.table(table)}
      for each statement execute function wait_at_barrier()`.execute(t.db)
  try {
    for (const entry of [...entries, verification])
      for (const ending of mainEndings.filter((one) => meets(entry, one))) {
        const acts = await prepare(entry, ending)
        if (!acts) continue
        await barrier.query('select pg_advisory_lock($1)', [key])
        const answer = acts.prove()
        await endedOrBlocked(t, answer)
        const ended = await acts.end()
        expect(ended?.statusCode ?? 200).toBeLessThan(300)
        const after = await credentialsOf(t, acts.subject)
        await barrier.query('select pg_advisory_unlock($1)', [key])
        await expectRefused(acts.subject, await answer, `${entry.name}, ${ending.name} at the barrier`)
        if (ending.name !== 'ban') expect(await credentialsOf(t, acts.subject)).toBe(after)
      }
  } finally {
    await sql`drop function wait_at_barrier cascade`.execute(t.db)
    await barrier.end()
  }
})
