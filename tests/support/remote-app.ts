import { request } from 'node:http'
import { sql } from 'kysely'
import type { App } from '#server/context.ts'
import { type Db, openPool } from '#server/db/pool.ts'

/** Where tests go that run against servers elsewhere: `npm run cluster:test` names the balancer and the primary. */
export interface Remote {
  origin: string
  databaseUrl: string
  /** Those of its settings that tests have to know. */
  settings: Record<string, string>
}

/** What TEST_ORIGIN, TEST_DATABASE_URL and TEST_SECRET_KEY name; undefined where tests start a server of their own. */
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

/** An emptied marketplace there, and `inject` as a test knows it. The other parts of a server are not at hand. */
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

/** Everything but what migrations put there; also histories, whose triggers keep everybody else from that. */
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
 * As light-my-request does it, over the wire. What a test writes into the database it has itself written: it says so as a browser
 * does, so that no replica answers that does not have it.
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
    json: () => JSON.parse(answer.body) as unknown,
    rawPayload: Buffer.from(answer.body),
    payload: answer.body,
  }
}

function exchange(url: string, body: string | Buffer | undefined, options: object) {
  return new Promise<{ statusCode: number; statusMessage: string; headers: object; body: string }>(
    (resolve, reject) => {
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
    },
  )
}
