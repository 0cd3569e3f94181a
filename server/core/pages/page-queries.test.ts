import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListingCard } from '#shared/contract/catalogue.ts'
import { publish } from '#tests/support/listings.ts'
import { collectLines } from '#tests/support/log-lines.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { readViewer } from '../session/session.ts'
import { memoizePerPage } from './page-queries.ts'

const { lines, stream } = collectLines()

let t: TestApp
let seller: TestUser
let buyer: TestUser
let listingId: number

beforeAll(async () => {
  t = await startTestApp(
    {},
    {
      logger: { level: 'error', stream },
      // What rendering does, as an address: reads in this process with the request's own session.
      async renderPages(app, context) {
        app.get('/read', async (request, reply) => {
          const { url } = request.query as { url: string }
          const viewer = readViewer(context, request)
          // An unknown address is refused before the viewer is awaited.
          viewer.catch(() => undefined)
          const answer = await app.pageQueries.read(url, {
            viewer,
            request,
            reply,
            memoize: memoizePerPage(),
          })
          const { status, text, headers } = answer
          return { status, text, told: told.map((name) => headers.get(name)) }
        })
      },
    },
  )
  ;[seller, buyer] = [await t.user(), await t.user()]
  const { id } = await publish(t, seller, { title: 'Mango juice blender' })
  listingId = id
  await publish(t, seller, { title: 'Gas cooker with four burners' })
  await buyer.api('POST /api/favorites', { body: { listingId } })
})
afterAll(() => t.close())

/** What a page reads of a card: `ShownCard`. */
function shown({ seller, categoryId, deletedAt, featured, questionsEnabled, ...card }: ListingCard) {
  return card
}
const cardLists = /^\/api\/(listings\?|listings\/[0-9]+\/similar|users\/[0-9]+\/listings)/

const told = ['link', 'x-total-count', 'x-total-count-exact']

test('[READ-SAME] a page reads the same responses in process as over HTTP, refusals too', async () => {
  const urls = [
    '/api/auth/me',
    '/api/categories',
    '/api/listings?limit=1',
    '/api/listings?search=mango%20juice&sortBy=relevance&category=',
    '/api/listings?sortBy=sideways',
    `/api/listings/${listingId}`,
    `/api/listings/${listingId}/similar`,
    `/api/listings/${listingId}/questions`,
    '/api/listings/999999999',
    '/api/listings/abc',
    '/api/listings/search-suggestions?q=man',
    `/api/users/${seller.id}`,
    `/api/users/${seller.id}/listings`,
    `/api/users/${seller.id}/reviews`,
    '/api/favorites',
    '/api/favorites/listings',
    '/api/threads',
    '/api/settings',
    '/api/admin/stats',
    '/api/nothing',
  ]
  for (const cookie of ['', buyer.cookie]) {
    for (const url of urls) {
      const http = await t.app.inject({ url, headers: { cookie } })
      const read = await t.app.inject({ url: '/read', query: { url }, headers: { cookie } })
      expect(read.json(), `${url} ${cookie && 'as a user'}`).toEqual({
        status: http.statusCode,
        text: cardLists.test(url) ? JSON.stringify(http.json<ListingCard[]>().map(shown)) : http.body,
        told: told.map((name) => (http.headers[name] === undefined ? null : String(http.headers[name]))),
      })
    }
  }
})

test('[READ-SAME] a read of a page that fails is logged as over HTTP, without its details in the page', async () => {
  await sql`alter table listings rename to away`.execute(t.db)
  const { status, text } = (
    await t.app.inject({ url: '/read', query: { url: `/api/listings/${listingId}` } })
  ).json()
  await sql`alter table away rename to listings`.execute(t.db)
  expect([status, JSON.parse(text).code]).toEqual([500, 'INTERNAL'])
  expect(lines).toMatchObject([{ msg: 'request failed', err: { code: '42P01' } }])
})
