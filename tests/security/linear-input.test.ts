import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailer } from '#server/core/mail/mail.ts'
import { jsonSchema } from '#server/core/openapi/json-schema.ts'
import { Lines } from '#shared/contract/common.ts'
import { contract } from '#shared/contract/index.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { limits } from '#shared/limits.ts'
import { insertListing, listingDraft, publish } from '#tests/support/listings.ts'
import { postUpload, uploadOf } from '#tests/support/pictures.ts'
import { processorTimeOf } from '#tests/support/processor-time.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { attackTexts, headerTexts } from './attack-texts.ts'
import { parsers } from './parsers.ts'

let t: TestApp
let ada: TestUser
let bola: TestUser
beforeAll(async () => {
  t = await startTestApp()
  ada = await t.user()
  bola = await t.user()
})
afterAll(() => t.close())

/** Milliseconds of processor time: of a parser, and of a whole request, in which libraries and the database's driver work too. */
const budget = { parser: 40, request: 150 }

test.each(parsers)(
  '[LINEAR-INPUT] %s takes time linear in at most %i characters',
  async (_, length, parse) => {
    const found: unknown[] = []
    for (const [name, text] of attackTexts(length)) {
      const took = await processorTimeOf(() => parse(text), budget.parser)
      if (took > budget.parser) found.push({ name, took })
    }
    expect(found).toEqual([])
  },
)

type Schema = { type?: unknown; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }

/** Something of the shape that a schema asks for, with the same text wherever one may stand. */
function filled(schema: Schema, text: string): unknown {
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, one]) => [name, filled(one, text)]),
    )
  if (schema.items) return [filled(schema.items, text)]
  const shape = schema.anyOf?.find((one) => one.properties ?? one.items)
  return shape ? filled(shape, text) : text
}

const textsOf = (schema: Schema) => JSON.stringify(filled(schema, 'T')).split('"T"').length - 1
const endpoints = Object.entries(contract as Record<string, Endpoint>)

/** Characters: a quarter of the largest body that is accepted. Quadratic time still exceeds the budget many times. */
const bodyLength = 64 * 1024

test('[LINEAR-INPUT] parsing a call takes time linear in its body and address, also when it is refused', async () => {
  const found: unknown[] = []
  let schemas = 0
  for (const [key, endpoint] of endpoints) {
    for (const [part, most] of [
      ['body', bodyLength],
      ['query', 16_384],
      ['params', 16_384],
    ] as const) {
      const schema = endpoint[part]
      if (!schema) continue
      schemas += 1
      const shape = jsonSchema(schema, 'input') as Schema
      const length = Math.floor(most / Math.max(1, textsOf(shape)))
      for (const [name, text] of attackTexts(length)) {
        const given = filled(shape, text)
        const took = await processorTimeOf(() => schema.safeParse(given), 2 * budget.parser)
        if (took > 2 * budget.parser) found.push({ key, part, name, took })
      }
    }
  }
  expect(schemas).toBeGreaterThan(60)
  expect(found).toEqual([])
})

const headers = [
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'content-type',
    'cookie',
    'forwarded',
    'host',
  ],
  ...[
    'if-modified-since',
    'if-none-match',
    'origin',
    'range',
    'referer',
    'save-data',
    'sec-fetch-site',
    'traceparent',
  ],
  ...['transfer-encoding', 'user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-request-id'],
]

test('[LINEAR-INPUT] a header takes linear time', async () => {
  const behindProxy = await startTestApp({ TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://oja.example' })
  const found: unknown[] = []
  for (const header of headers) {
    for (const [name, text] of headerTexts(15_000)) {
      const took = await processorTimeOf(
        () => behindProxy.app.inject({ url: '/api/categories', headers: { [header]: text } }),
        budget.request,
      )
      if (took > budget.request) found.push({ header, name, took })
    }
  }
  for (const [name, text] of headerTexts(15_000)) {
    const url = `/api/listings?search=${encodeURIComponent(text.slice(0, 5000))}&cursor=${encodeURIComponent(text.slice(0, 100))}`
    const took = await processorTimeOf(() => behindProxy.app.inject({ url }), budget.request)
    if (took > budget.request) found.push({ header: 'address', name, took })
  }
  await behindProxy.close()
  expect(found).toEqual([])
})

test('[LINEAR-INPUT] messages, listings, searches, mails and file names take linear time', async () => {
  const listingId = await insertListing(t, ada)
  const thread = await bola.api('POST /api/threads', { body: { listingId } })
  const own = await publish(t, ada)
  const draft = await listingDraft(t, ada)
  const mailer = createMailer(t.env, () => {})
  const found: unknown[] = []
  /** How many of the texts were taken; what is refused cost as well. */
  async function watch(what: string, length: number, work: (text: string) => Promise<unknown>) {
    const taken = new Set<string>()
    for (const [name, text] of attackTexts(length)) {
      const once = () =>
        work(text).then(
          () => taken.add(name),
          () => undefined,
        )
      const took = await processorTimeOf(once, budget.request)
      if (took > budget.request) found.push({ what, name, took })
    }
    return taken.size
  }
  let number = 0
  const messages = await watch('message', limits.message.max, (body) => {
    number += 1
    const message = { body, clientId: `message-${number}` }
    return bola.api('POST /api/threads/:id/messages', { params: { id: thread.id }, body: message })
  })
  expect(messages).toBeGreaterThan(60)
  const listings = await watch('listing', limits.description.max, (description) =>
    ada.api('PATCH /api/listings/:id', { params: { id: own.id }, body: { ...draft, description } }),
  )
  expect(listings).toBeGreaterThan(60)
  await watch('search', limits.search.max, (search) => ada.api('GET /api/listings', { query: { search } }))
  await watch('suggestions', limits.search.max, (q) =>
    ada.api('GET /api/listings/search-suggestions', { query: { q } }),
  )
  await watch('mail', limits.description.max, (text) =>
    mailer.deliver({ to: ada.email, subject: text.slice(0, 200), text }, 'id'),
  )
  await watch('name of a file', 4000, (name) => postUpload(t, ada.cookie, uploadOf(Buffer.from('no'), name)))
  mailer.close()
  expect(found).toEqual([])
})

test.each(['plain_text', 'search_normal', 'search_lexemes'])(
  '[LINEAR-INPUT] %s of the database takes a description of ten times the limit in linear time',
  async (name) => {
    for (const [attack, text] of attackTexts(10 * limits.description.max)) {
      const stored = Lines.parse(text)
      const done = t.db.transaction().execute(async (tx) => {
        await sql`set local statement_timeout = '8s'`.execute(tx)
        await sql`select length(${sql.ref(name)}(${stored})::text)`.execute(tx)
        return 'done'
      })
      expect([attack, await done]).toEqual([attack, 'done'])
    }
  },
)

test('[LINEAR-INPUT] a letter keeps at most four combining marks, in every stored text', async () => {
  const zalgo = `q${'\u0301\u0316'.repeat(2000)} pq${'\u0301'.repeat(4)}`
  const parsed = Lines.parse(zalgo)
  expect(parsed).toBe(`q\u0316\u0316\u0301\u0301 pq${'\u0301'.repeat(4)}`)
  const listingId = await insertListing(t, ada)
  const thread = await bola.api('POST /api/threads', { body: { listingId } })
  const message = await bola.api('POST /api/threads/:id/messages', {
    params: { id: thread.id },
    body: { body: zalgo.slice(0, 3000), clientId: 'with-marks' },
  })
  expect(message.body).toBe('q\u0316\u0316\u0301\u0301')
})
