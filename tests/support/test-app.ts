import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import type { App, Services } from '#server/context.ts'
import { type ReadDisk, watchDisks } from '#server/core/disk/disk-watch.ts'
import { startJobs } from '#server/core/jobs/start-jobs.ts'
import { createRealtime } from '#server/core/realtime/realtime.ts'
import { openRedis } from '#server/core/redis/redis.ts'
import { createPhotoStorage } from '#server/core/storage.ts'
import { readEnv } from '#server/env.ts'
import { createPushSender } from '#server/features/push/push-sender.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { type Client, createClient } from '#shared/client.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { givenRemote, openRemote } from './remote-app.ts'
import { type ReceivedMail, readSentMail } from './sent-mail.ts'

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
  /** The typed API as a visitor whose browser stores cookies. */
  browser(): Client
  /** Sends the queued mails; returns all mails to this address, oldest first. */
  mails(to: string): Promise<ReceivedMail[]>
  /** A verified user with a session; other fields are made up. */
  user(fields?: { fullName?: string; email?: string; role?: 'USER' | 'ADMIN' }): Promise<TestUser>
  /** Opens a port for real sockets; returns the origin, such as http://127.0.0.1:41234. */
  listen(): Promise<string>
  close(): Promise<void>
}

export type TestOptions = Parameters<typeof buildApp>[1] & {
  /** Replaces the system's disk figures; by default there is space, whatever this machine has. */
  readDisk?: ReadDisk
}

const roomy: ReadDisk = async () => ({ device: 1, free: 50e9, size: 100e9 })

/**
 * A whole server on a fresh clone of the migrated database (or a given one) and a DATA_DIR of its own; `inject`
 * reaches it without a port. Or remote servers (remote-app.ts).
 */
export async function startTestApp(
  settings: Record<string, string> = {},
  options: TestOptions = {},
  given?: TestDatabase,
): Promise<TestApp> {
  const remote = givenRemote()
  const elsewhere = remote && (await openRemote(remote))
  const database = elsewhere ?? given ?? (await cloneDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'oja-test-'))
  // As after a first upload: many tests insert rows of pictures without their files.
  await mkdir(join(dataDir, 'media'))
  const env = readEnv({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    RATE_LIMIT_FACTOR: '1000',
    ...remote?.settings,
    ...settings,
  })
  const storage = createPhotoStorage(env)
  const disk = await watchDisks(env, { warn: () => {}, read: options.readDisk ?? roomy })
  const jobs = await startJobs({
    database,
    deliverPush: createPushSender({ db: database.db, env }),
    env,
    workers: false,
  })
  const redis = await openRedis(env)
  const realtime = createRealtime(redis)
  const context: Services = { db: database.db, disk, env, jobs, realtime, redis, storage }
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
      return readSentMail(dataDir, to)
    },
    user,
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    async close() {
      disk.stop()
      await app.close()
      redis?.close()
      await jobs.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The typed API over `app.inject`: as a visitor, with a cookie, or with a cookie jar. */
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
