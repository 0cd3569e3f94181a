import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import type { App, Services } from '#server/context.ts'
import { startJobs } from '#server/core/jobs/jobs.ts'
import { createRealtime } from '#server/core/realtime/realtime.ts'
import { openRedis } from '#server/core/redis/redis.ts'
import { hashToken } from '#server/core/session/session.ts'
import { createPhotoStorage } from '#server/core/storage.ts'
import { readEnv } from '#server/env.ts'
import { type Client, createClient } from '#shared/client.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { type ReceivedMail, readOutbox } from './outbox.ts'
import { givenRemote, openRemote } from './remote-app.ts'

export interface TestUser {
  id: number
  email: string
  /** The typed API, signed in as this user. */
  api: Client
  /** For raw `app.inject` calls. */
  cookie: string
}

export interface TestApp extends Services {
  app: App
  /** The typed API as a visitor. */
  visitor: Client
  /** The typed API as a visitor whose browser keeps its cookies. */
  browser(): Client
  /** The mails that this address was sent so far, oldest first; sends what waits. */
  mails(to: string): Promise<ReceivedMail[]>
  /** A verified user with a session; fields that a test does not care about are made up. */
  user(fields?: { fullName?: string; email?: string; role?: 'USER' | 'ADMIN' }): Promise<TestUser>
  /** Opens a port for real sockets; answers the origin, such as http://127.0.0.1:41234. */
  listen(): Promise<string>
  close(): Promise<void>
}

export type TestOptions = Parameters<typeof buildApp>[1] & {
  /** Milliseconds that sockets wait for Redis: see createRealtime. */
  socketPatience?: number
}

/** A whole server on a fresh clone of the migrated database (or what is given) and an empty DATA_DIR; `inject` reaches it, no port is open. Or servers elsewhere (remote-app.ts). */
export async function startTestApp(
  settings: Record<string, string> = {},
  options: TestOptions = {},
  given?: TestDatabase,
): Promise<TestApp> {
  const remote = givenRemote()
  const elsewhere = remote && (await openRemote(remote))
  const database = elsewhere ?? given ?? (await cloneDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'oja-test-'))
  const env = readEnv({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    RATE_LIMIT_FACTOR: '1000',
    ...remote?.settings,
    ...settings,
  })
  const storage = createPhotoStorage(env)
  const jobs = await startJobs({ database, env, workers: false })
  const redis = await openRedis(env)
  const realtime = createRealtime(redis, options.socketPatience)
  const context: Services = { db: database.db, env, jobs, realtime, redis, storage }
  const app = elsewhere?.app ?? (await buildApp(context, options))
  if (!elsewhere) await app.ready()
  let users = 0

  async function user(fields: { fullName?: string; email?: string; role?: 'USER' | 'ADMIN' } = {}) {
    users += 1
    const name = `user_${users}`
    const { id, email } = await database.db
      .insertInto('users')
      .values({
        email: fields.email ?? `${name}@example.com`,
        username: name,
        full_name: fields.fullName ?? `User ${users}`,
        phone: `+2340000000${String(users).padStart(3, '0')}`,
        password_hash: 'no password',
        role: fields.role ?? 'USER',
        email_verified_at: new Date(),
      })
      .returning(['id', 'email'])
      .executeTakeFirstOrThrow()
    const token = randomBytes(32).toString('base64url')
    await database.db
      .insertInto('sessions')
      .values({ token_hash: hashToken(token), user_id: id, expires_at: new Date(Date.now() + 3_600_000) })
      .execute()
    const cookie = `${env.NODE_ENV === 'production' ? '__Host-' : ''}oja_session=${token}`
    return { id, email, cookie, api: injectClient(app, cookie) }
  }

  return {
    ...context,
    app,
    visitor: injectClient(app),
    browser: () => injectClient(app, new Map()),
    async mails(to) {
      await jobs.drain()
      return readOutbox(dataDir, to)
    },
    user,
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    async close() {
      await app.close()
      redis?.close()
      await jobs.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The typed API over `app.inject`: as a visitor, with a cookie, or with a jar that takes what is set. */
function injectClient(app: App, cookies?: string | Map<string, string>): Client {
  const jar = cookies instanceof Map ? cookies : null
  return createClient(async (method, url, body) => {
    const cookie = jar ? [...jar].map((pair) => pair.join('=')).join('; ') : cookies
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: cookie ? { cookie: String(cookie) } : {},
      ...(body === undefined ? {} : { payload: body as object }),
    })
    for (const { name, value } of response.cookies) jar?.set(name, value)
    return {
      status: response.statusCode,
      statusText: response.statusMessage,
      headers: {
        get: (name) => (response.headers[name] === undefined ? null : String(response.headers[name])),
      },
      text: response.body,
    }
  })
}
