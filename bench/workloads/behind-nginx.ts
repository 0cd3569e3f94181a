import { glob, readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { request as send } from 'node:https'
import { page } from '../requests/addresses.ts'
import { recordResponse } from '../requests/record-response.ts'
import { hasNginx, type Nginx, startNginx } from '../servers/nginx.ts'
import { compare, noteOf } from './against.ts'
import { atLeast, holds, type Verdict } from './verdict.ts'
import type { BenchContext, Workload } from './workload.ts'

/** Hot pages behind deploy/nginx.conf, and whether its cache keeps all that it may and nothing else. */
export const behindNginx: Workload = {
  name: 'pages-nginx',
  bar: 'home behind deploy/nginx.conf, hot: at least 90 % of a static file with the same bytes from the same nginx',
  async run(context) {
    const name = 'home, hot, behind nginx'
    if (!hasNginx()) return [{ name, figures: {}, verdicts: [], note: 'nginx is not installed here' }]
    const oja = await context.startServer({ TRUST_PROXY: '127.0.0.1' })
    const home = page('/')
    const nginx = await startNginx(oja.origin, await recordResponse(oja.origin, home))
    try {
      const verdicts = [
        ...(await judgeCopies(nginx, oja.origin)),
        await judgePrivacy(context, nginx),
        await judgeFreshness(context, nginx),
        await judgeSocket(nginx),
        await judgeKept(nginx),
      ]
      const compared = await compare(
        context,
        { server: nginx, requests: [home] },
        { server: { ...nginx, origin: nginx.fileOrigin }, requests: [{ ...home, path: '/file' }] },
      )
      return [
        {
          name,
          figures: compared.figures,
          ceiling: { what: 'static file', ...compared.ceiling },
          verdicts: [atLeast('of a static file', compared.share, 0.9, '%'), ...verdicts],
          note: noteOf(compared),
        },
      ]
    } finally {
      await nginx.stop()
      await oja.stop()
    }
  },
}

/** Seconds that nginx may keep a page: PAGE_CACHE_SECONDS, and what a busy machine needs for the request itself. */
const maxAge = 10 + 5

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** Answered by nginx alone: such responses have no id. */
  isHit: boolean
}

function ask(
  { origin }: { origin: string },
  path: string,
  headers: OutgoingHttpHeaders = {},
  { method = 'GET', body = '' } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = send(`${origin}${path}`, { method, headers, rejectUnauthorized: false }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(pieces),
          isHit: response.headers['x-request-id'] === undefined,
        }),
      )
    })
    request.on('error', reject).end(body)
  })
}

/** Headers for each of the copies of a visitor's page (anonymous-page-cache.ts). */
const kinds: Record<string, OutgoingHttpHeaders> = {
  'not compressed': {},
  gzip: { 'accept-encoding': 'gzip' },
  brotli: { 'accept-encoding': 'br' },
  dark: { 'accept-encoding': 'br', cookie: 'theme=dark' },
  'data saver': { 'accept-encoding': 'br', 'save-data': 'on' },
}

async function judgeCopies(nginx: Nginx, ojaOrigin: string): Promise<Verdict[]> {
  const wrong: string[] = []
  const bodies = new Set<string>()
  for (const [name, headers] of Object.entries(kinds)) {
    const first = await ask(nginx, '/', headers)
    const second = await ask(nginx, '/', headers)
    const own = await recordResponse(ojaOrigin, { path: '/', headers: headers as Record<string, string> })
    bodies.add(second.body.toString('base64'))
    if (first.isHit || !second.isHit || !second.body.equals(own.body)) wrong.push(name)
  }
  const missing = [await ask(nginx, '/nothing-here'), await ask(nginx, '/nothing-here')]
  const { etag = '' } = (await ask(nginx, '/', kinds.brotli)).headers
  const unchanged = await ask(nginx, '/', { ...kinds.brotli, 'if-none-match': etag })
  const count = Object.keys(kinds).length
  return [
    holds(
      'a copy for each compression, theme and data saver, as Oja sends it',
      wrong.length === 0 && bodies.size === count,
      wrong.length > 0 ? `wrong: ${wrong.join(', ')}` : `${bodies.size} copies of ${count} kinds`,
    ),
    holds(
      'no such page is 404, a page that the browser has 304',
      missing.every(({ status }) => status === 404) && unchanged.status === 304,
      `${missing.map(({ status }) => status).join(', ')}; ${unchanged.status}`,
    ),
  ]
}

/** Requests the page alternately as a visitor and as a signed-in user. */
async function judgePrivacy(context: BenchContext, nginx: Nginx): Promise<Verdict> {
  const [person] = await context.people(1)
  const cookie = person?.cookie ?? ''
  const visitor = await ask(nginx, '/')
  const own = [await ask(nginx, '/', { cookie }), await ask(nginx, '/', { cookie: `theme=dark; ${cookie}` })]
  const after = await ask(nginx, '/')
  const met =
    own.every(({ isHit, headers }) => !isHit && headers['cache-control'] === 'private, no-store') &&
    after.body.equals(visitor.body)
  return holds("a signed-in person's page is always Oja's, and no visitor's", met, `${own.length} asked`)
}

/** Changes a listing as its seller does, and waits until a visitor sees it. */
async function judgeFreshness(context: BenchContext, nginx: Nginx): Promise<Verdict> {
  const people = await context.people(200)
  const listing = await context.db
    .selectFrom('listings')
    .select(['id', 'seller_id', 'description'])
    .where('status', '=', 'ACTIVE')
    .where(
      'seller_id',
      'in',
      people.map(({ id }) => id),
    )
    .limit(1)
    .executeTakeFirstOrThrow()
  const cookie = people.find(({ id }) => id === listing.seller_id)?.cookie ?? ''
  const path = `/listings/${listing.id}`
  const change = async (description: string) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const options = { method: 'PATCH', body: JSON.stringify({ description }) }
    const { status, body } = await ask(nginx, `/api${path}`, headers, options)
    if (status !== 200) throw new Error(`A listing could not be changed: ${status} ${body}`)
  }
  const mark = `changed ${Date.now().toString(36)}`
  await ask(nginx, path)
  await change(`${listing.description} ${mark}`)
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  while (!(await ask(nginx, path)).body.includes(mark) && seconds() < 3 * maxAge)
    await new Promise((resolve) => setTimeout(resolve, 100))
  const after = seconds()
  await change(listing.description)
  return holds(`a change is seen within ${maxAge} s`, after <= maxAge, `${after.toFixed(1)} s`)
}

function judgeSocket({ origin }: Nginx): Promise<Verdict> {
  return new Promise((resolve) => {
    const done = (status: number | undefined) =>
      resolve(holds('a socket opens', status === 101, `status ${status}`))
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    send(`${origin}/ws/?EIO=4&transport=websocket`, { headers, rejectUnauthorized: false })
      .on('upgrade', ({ statusCode }, socket) => {
        socket.destroy()
        done(statusCode)
      })
      .on('response', ({ statusCode }) => done(statusCode))
      .on('error', () => done(undefined))
      .end()
  })
}

/** Reads every file of nginx's cache: a shared cache may keep each, and none sets a cookie. */
async function judgeKept({ pagesFolder }: Nginx): Promise<Verdict> {
  let kept = 0
  let wrong = 0
  for await (const { parentPath, name } of glob('**', { cwd: pagesFolder, withFileTypes: true })) {
    if (!/^[\da-f]{32}$/.test(name)) continue
    const [head = ''] = (await readFile(`${parentPath}/${name}`, 'latin1')).split('\r\n\r\n')
    kept += 1
    if (!/^cache-control: public/im.test(head) || /^set-cookie:/im.test(head)) wrong += 1
  }
  return holds(
    'only public pages without cookies are kept',
    kept > 0 && wrong === 0,
    `${wrong} of ${kept} others`,
  )
}
