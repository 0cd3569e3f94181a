import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Viewer } from '#server/core/session/session.ts'
import { readProfile } from '#server/features/users/users.service.ts'
import { registration } from '#tests/support/accounts.ts'
import { freezePostgres } from '#tests/support/freeze.ts'
import { type Gate, startGate } from '#tests/support/gate.ts'
import { insertListing, listingDraft } from '#tests/support/listings.ts'
import { type ReplicatedDatabase, startReplicatedDatabase } from '#tests/support/streaming-replica.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { until } from '#tests/support/until.ts'
import { openPool } from './pool.ts'
import { cachedPerDatabase, openReplicas } from './replicas.ts'

let database: ReplicatedDatabase
let gate: Gate
let t: TestApp
let ada: TestUser

beforeAll(async () => {
  database = await startReplicatedDatabase()
  gate = await startGate(database.primaryUrl)
  const pool = openPool(gate.url, { max: 8 })
  t = await startTestApp(
    // The primary may be in the list: after a failover another host is the primary.
    { DATABASE_REPLICA_URLS: `${database.replicaUrl},${database.primaryUrl}` },
    {},
    { ...pool, url: gate.url, drop: pool.close },
  )
  ada = await t.user()
})
afterAll(async () => {
  await t.close()
  await gate.end()
  await database.stop()
})

const replicaState = async () => (await t.app.inject({ url: '/readyz' })).json().parts.replicas
const replicasAre = (state: string) => expect.poll(replicaState).toBe(state)

/** Runs work while replay is paused; once more if the replica then lagged too far to be read, as on a crowded machine. */
async function beforeReplay<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    await replicasAre('ok')
    await database.pauseReplay()
    const result = await work()
    const wasRead = (await replicaState()) === 'ok'
    await database.resume()
    if (wasRead) return result
  }
}

const titles = async (cookie = '') => {
  const answer = await t.app.inject({ url: '/api/listings', headers: { cookie } })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ title: string }[]>().map(({ title }) => title)
}

/** Publishes over HTTP, and returns the cookies that a browser would then send. */
async function publish(title: string): Promise<string> {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/listings',
    headers: { cookie: ada.cookie },
    payload: await listingDraft(t, ada, { title }),
  })
  expect(answer.statusCode).toBe(201)
  return [ada.cookie, ...answer.cookies.map(({ name, value }) => `${name}=${value}`)].join('; ')
}

test('[REPLICA-READS] reads that may be stale go to a replica, and pages for visitors entirely', async () => {
  const title = 'Written on the primary'
  const stale = await beforeReplay(async () => {
    const before = await titles()
    await insertListing(t, ada, { title })
    return { before, after: await titles() }
  })
  expect(stale.after).toEqual(stale.before)
  await expect.poll(() => titles()).toContain(title)
})

test('[REPLICA-OWN] after a write its user reads it everywhere; from a replica once that has it', async () => {
  let count = 0
  const { title, own, others } = await beforeReplay(async () => {
    count += 1
    const title = `Only its seller sees it yet ${count}`
    const cookie = await publish(title)
    return { title, own: await titles(cookie), others: await titles() }
  })
  expect(own).toContain(title)
  expect(others).not.toContain(title)
  await expect.poll(() => titles()).toContain(title)
})

test('[REPLICA-OWN] an invented position is ignored and breaks nothing', async () => {
  const title = 'Read with an invented position'
  await insertListing(t, ada, { title })
  await expect.poll(() => titles()).toContain(title)
  for (const value of ['', 'x', '-1', '1e400', 'NaN', '0x10'])
    expect(await titles(`oja_wrote=${value}`)).toContain(title)
})

test('[REPLICA-LAG] a lagging replica gets no reads until it has caught up', async () => {
  await database.pauseReplay()
  await insertListing(t, ada, { title: 'Long not on the replica' })
  await expect.poll(() => titles(), { interval: 250 }).toContain('Long not on the replica')
  await replicasAre('away')
  await database.resume()
  await replicasAre('ok')
})

test('[REPLICA-OWN] a visitor who registers reads that everywhere, too', async () => {
  const { cookies } = await t.app.inject({
    method: 'POST',
    url: '/api/auth/register-email',
    payload: registration(),
  })
  expect(cookies).toContainEqual(expect.objectContaining({ name: 'oja_wrote', maxAge: 60, httpOnly: true }))
})

test('[REPLICA-READS] replicas are read in turn; one that is away is left out, not one where a query took too long', async () => {
  const replicas = openReplicas(t.db, [database.replicaUrl, database.replicaUrl])
  const chosen = await until('both can be read', () =>
    replicas.states().every(({ state }) => state === 'ok')
      ? [1, 2, 3].map(() => replicas.choose(null))
      : null,
  )
  const [first = t.db, second, third] = chosen
  expect([second === first, third === first]).toEqual([false, true])
  const isLeftOut = (failure: unknown) => replicas.giveUpReplica(first, failure)
  expect(isLeftOut({ code: '57014' })).toBe(false)
  expect(isLeftOut(new Error('A defect.'))).toBe(false)
  expect(isLeftOut({ code: 'ECONNRESET' })).toBe(true)
  expect([replicas.choose(null) === second, replicas.choose(null) === second]).toEqual([true, true])
  await replicas.close()
})

test('[ACCESS-RECORDED] an administrator’s look at an account is read from a replica and recorded on the primary', async () => {
  const admin = await t.user({ role: 'ADMIN' })
  const replicas = openReplicas(t.db, [database.replicaUrl])
  await expect.poll(() => replicas.choose(null) !== t.db).toBe(true)
  const viewer = { id: admin.id, role: 'ADMIN' } as Viewer
  expect(await readProfile(replicas.choose(null), ada.id, viewer)).toMatchObject({ email: ada.email })
  expect(
    await t.db
      .selectFrom('account_accesses')
      .select(['user_id as userId', 'kind'])
      .where('admin_id', '=', admin.id)
      .execute(),
  ).toEqual([{ userId: ada.id, kind: 'ACCOUNT' }])
  await replicas.close()
})

test('[REPLICA-GONE] what a replica that hangs was asked first, others read for themselves', async () => {
  const { promise: hanging, reject } = Promise.withResolvers<string>()
  const replicas = openReplicas(t.db, [database.replicaUrl])
  const isReplica = (db: unknown) => db !== t.db
  await expect.poll(() => isReplica(replicas.choose(null))).toBe(true)
  const replica = replicas.choose(null)
  const read = cachedPerDatabase(60_000, (db) => (isReplica(db) ? hanging : Promise.resolve('primary')))
  const asked = read(replica)
  const meanwhile = read(t.db)
  reject(new Error('The replica hangs.'))
  await expect(asked).rejects.toThrow('hangs')
  expect(await meanwhile).toBe('primary')
  expect(await read(replica)).toBe('primary')
  await replicas.close()
})

test('[REPLICA-READS] what is cached is read once in its lifetime, and the old value serves while it is read again', async () => {
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  const reads = [
    Promise.withResolvers<number>(),
    Promise.withResolvers<number>(),
    Promise.withResolvers<number>(),
  ]
  let count = 0
  const read = cachedPerDatabase(60_000, () => reads[count++]?.promise ?? Promise.resolve(0))
  const first = [read(t.db), read(t.db)]
  reads[0]?.resolve(1)
  expect(await Promise.all([...first, read(t.db)])).toEqual([1, 1, 1])
  clock.mockImplementation(() => now() + 61_000)
  const second = read(t.db)
  expect(await read(t.db)).toBe(1)
  reads[1]?.reject(new Error('The database is gone.'))
  await expect(second).rejects.toThrow('gone')
  const third = read(t.db)
  expect(await read(t.db)).toBe(1)
  reads[2]?.resolve(3)
  expect(await third).toBe(3)
  expect(await read(t.db)).toBe(3)
  expect(count).toBe(3)
})

test('[REPLICA-PRIMARY-GONE] while the primary hangs, visitors and users whose writes the replica has can read', async () => {
  await replicasAre('ok')
  const id = await insertListing(t, ada, { title: 'Read while the primary stands still' })
  await t.db
    .updateTable('sessions')
    .set({ last_seen_at: new Date(0) })
    .execute()
  await expect.poll(() => titles()).toContain('Read while the primary stands still')
  const frozen = freezePostgres(database.primaryDir)
  try {
    const databaseState = async () => (await t.app.inject({ url: '/readyz' })).json().parts.database
    await expect.poll(databaseState).toBe('away')
    const read = async (url: string, cookie = '') =>
      (await t.app.inject({ url, headers: { cookie } })).statusCode
    for (const url of ['/api/listings', `/api/listings/${id}`, '/api/categories', `/api/users/${ada.id}`])
      expect([url, await read(url)]).toEqual([url, 200])
    for (const url of ['/api/auth/me', '/api/listings', '/api/my-listings', '/api/favorites', '/api/threads'])
      expect([url, await read(url, ada.cookie)]).toEqual([url, 200])
    const write = t.app.inject({
      method: 'POST',
      url: '/api/favorites',
      headers: { cookie: ada.cookie },
      payload: { listingId: id },
    })
    // Not before the replica has what they wrote.
    const own = read('/api/my-listings', `${ada.cookie}; oja_wrote=latest`)
    expect([(await write).statusCode, await own]).toEqual([503, 503])
  } finally {
    frozen.thaw()
  }
  await expect.poll(async () => (await t.app.inject({ url: '/readyz' })).json().status).toBe('ok')
})

test('[REPLICA-PRIMARY-GONE] when the primary refuses, reads go to a replica immediately; a write waits', async () => {
  await replicasAre('ok')
  const id = await insertListing(t, ada, { title: 'Read while the primary is gone' })
  await expect.poll(() => titles()).toContain('Read while the primary is gone')
  await gate.close()
  const urls = [`/api/listings/${id}`, '/api/auth/me', '/api/my-listings', '/api/favorites', '/api/threads']
  const reads = await Promise.all(urls.map((url) => t.app.inject({ url, headers: { cookie: ada.cookie } })))
  expect(reads.map(({ statusCode }) => statusCode)).toEqual(urls.map(() => 200))
  const buyer = t.app.inject({
    method: 'POST',
    url: '/api/favorites',
    headers: { cookie: ada.cookie },
    payload: { listingId: id },
  })
  // Waits for data that only the primary has.
  const own = t.app.inject({
    url: '/api/my-listings',
    headers: { cookie: `${ada.cookie}; oja_wrote=latest` },
  })
  await gate.open()
  expect([(await buyer).statusCode, (await own).statusCode]).toEqual([201, 200])
})

test('[REPLICA-GONE] without a replica the primary answers every read', async () => {
  await database.stopReplica()
  expect(await titles()).toContain('Long not on the replica')
  await replicasAre('away')
  expect(await titles()).toContain('Long not on the replica')
  const metrics = (await t.app.inject({ url: '/metrics' })).body
  expect(metrics).toMatch(/oja_db_replica_reads_total\{from="replica"\} \d+/)
  expect(metrics).toContain('oja_part_up{part="replicas"} 0')
})
