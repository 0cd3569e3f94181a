import { type IncomingHttpHeaders, request } from 'node:http'
import { sql } from 'kysely'
import type { App } from '#server/context.ts'
import { type Db, openPool } from '#server/db/pool.ts'

/** The servers of tests that run remotely: `npm run cluster:test` sets the load balancer and the primary. */
export interface Remote {
  origin: string
  databaseUrl: string
  /** The settings of those servers that tests need. */
  settings: Record<string, string>
}

/** From TEST_ORIGIN, TEST_DATABASE_URL and TEST_SECRET_KEY; undefined if tests start their own server. */
export function givenRemote(): Remote | undefined {
  const { TEST_ORIGIN: origin, TEST_DATABASE_URL: databaseUrl, TEST_SECRET_KEY = '' } = process.env
  if (!origin || !databaseUrl) return undefined
  const settings = {
    NODE_ENV: 'production',
    PUBLIC_URL: origin,
    SECRET_KEY: TEST_SECRET_KEY,
    SUPPORT_EMAIL: 'help@example.com',
    MAIL_FROM: 'Oja <no-reply@example.com>',
    SMTP_URL: 'smtp://127.0.0.1:9',
    DEMO: '0',
  }
  return { origin, databaseUrl, settings }
}

/**
 * Empties the remote marketplace and provides `inject` for it. The other parts of a server are not available.
 */
export async function openRemote({ origin, databaseUrl }: Remote) {
  const database = openPool(databaseUrl, { max: 8 })
  await empty(database.db)
  const app = {
    inject: (call: string | Call) =>
      send(origin, database.db, typeof call === 'string' ? { url: call } : call),
    close: async () => {},
  } as unknown as App
  return { ...database, url: databaseUrl, app, drop: database.close }
}

/**
 * Deletes all rows except those of migrations, including histories, which triggers protect from everybody
 * else.
 */
async function empty(db: Db): Promise<void> {
  await sql`
    do $$ declare tables text[]; name text; begin
      select array_agg(format('%I', tablename)) into tables from pg_tables
        where schemaname = 'public' and tablename !~ '^kysely_' and tablename <> 'categories';
      foreach name in array tables loop execute format('alter table %s disable trigger user', name); end loop;
      execute format('truncate %s restart identity cascade', array_to_string(tables, ', '));
      foreach name in array tables loop execute format('alter table %s enable trigger user', name); end loop;
    end $$`.execute(db)
}

interface Call {
  url: string
  method?: string
  headers?: Record<string, string>
  payload?: string | Buffer | object
}

/**
 * Like light-my-request, over the network. After direct writes to the database by the test, it sends the
 * cookie of a browser that wrote, so that no replica without them responds.
 */
async function send(origin: string, db: Db, { url, method = 'GET', headers = {}, payload }: Call) {
  const { rows } = await sql<{ at: number }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as at`.execute(db)
  const isJson = payload !== undefined && typeof payload !== 'string' && !Buffer.isBuffer(payload)
  const body = isJson ? JSON.stringify(payload) : (payload as string | Buffer | undefined)
  const answer = await exchange(`${origin}${url}`, body, {
    method,
    headers: {
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
      cookie: [headers.cookie, `__Host-oja_wrote=${rows[0]?.at}`].filter(Boolean).join('; '),
    },
  })
  return {
    ...answer,
    cookies: readCookies(answer.headers['set-cookie']),
    json: () => JSON.parse(answer.body) as unknown,
    rawPayload: Buffer.from(answer.body),
    payload: answer.body,
  }
}

/** Names and values; the browser's attributes are left out. */
function readCookies(lines: string[] = []): { name: string; value: string }[] {
  return lines.map((line) => {
    const [pair = ''] = line.split(';')
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('=') }
  })
}

interface Answer {
  statusCode: number
  statusMessage: string
  headers: IncomingHttpHeaders
  body: string
}

function exchange(url: string, body: string | Buffer | undefined, options: object) {
  return new Promise<Answer>((resolve, reject) => {
    const call = request(url, options, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.once('error', reject)
      response.once('end', () =>
        resolve({
          statusCode: response.statusCode ?? 0,
          statusMessage: response.statusMessage ?? '',
          headers: response.headers,
          body: Buffer.concat(pieces).toString(),
        }),
      )
    })
    call.once('error', reject)
    call.end(body)
  })
}
