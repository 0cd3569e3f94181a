import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from '#server/core/openapi/openapi.ts'
import { contract } from '#shared/contract/index.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const read = async (url: string) => (await t.app.inject({ url })).body

test('[OPS-HEALTH] /healthz is ok while the process runs; /readyz once the database responds and migrations are done', async () => {
  expect((await t.app.inject({ url: '/healthz' })).statusCode).toBe(200)
  expect((await t.app.inject({ url: '/readyz' })).statusCode).toBe(200)
  const name = (await t.db
    .selectFrom('kysely_migration' as never)
    .selectAll()
    .executeTakeFirstOrThrow()) as { name: string }
  await t.db
    .deleteFrom('kysely_migration' as never)
    .where('name' as never, '=', name.name as never)
    .execute()
  expect((await t.app.inject({ url: '/readyz' })).statusCode).toBe(503)
})

test('[OPS-METRICS] requests are counted by route, not by address', async () => {
  await read('/api/listings/471100174')
  const metrics = await read('/metrics')
  expect(metrics).toContain('route="/api/listings/:id",method="GET",status="404"')
  expect(metrics).not.toContain('471100174')
})

test('[API-OPENAPI] the OpenAPI 3.1 document has every endpoint of the contract, and a page shows it', async () => {
  const document = JSON.parse(await read('/api/openapi.json')) as {
    openapi: string
    paths: Record<string, object>
  }
  expect(document.openapi).toMatch(/^3\.1\./)
  for (const key of Object.keys(contract)) {
    const [method = '', path = ''] = key.split(' ')
    expect(document.paths[path.replace(/:([a-zA-Z]+)/g, '{$1}')]).toHaveProperty(method.toLowerCase())
  }
  expect(await read('/api/docs/')).toContain('swagger-ui')
})

test('[API-OPENAPI-COMPLETE] each operation has a unique operationId, its cookie security, and its possible errors', async () => {
  type Operation = {
    operationId: string
    description: string
    security: object[]
    responses: Record<string, object>
  }
  const document = JSON.parse(await read('/api/openapi.json')) as {
    paths: Record<string, Record<string, Operation>>
    components: { securitySchemes: { session: { name: string } } }
  }
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  expect(document.paths['/api/listings/{id}']?.get).toMatchObject({
    operationId: 'getListingsById',
    security: [],
    responses: { 200: {}, 400: {}, 404: {}, 429: {} },
  })
  expect(document.paths['/api/listings']?.post).toMatchObject({
    security: [{ session: [] }],
    responses: { 201: {}, 400: {}, 401: {}, 403: {}, 413: {}, 415: {}, 429: {} },
    parameters: [
      { in: 'header', name: 'Idempotency-Key' },
      { in: 'header', name: 'X-Oja-User' },
    ],
  })
  expect(document.paths['/api/admin/stats']?.get?.responses).toHaveProperty('403')
  expect(document.paths['/api/settings/totp/confirm']?.post?.description).toMatch(
    /^May be called by: Any signed-in user\. Repeated /,
  )
  expect(document.paths['/api/settings']?.get?.description).toBe('May be called by: Any signed-in user.')
  expect(document.components.securitySchemes.session.name).toBe('oja_session')
  const { components } = openApiDocument({ NODE_ENV: 'production', PUBLIC_URL: 'https://oja.example' })
  expect(components).toMatchObject({ securitySchemes: { session: { name: '__Host-oja_session' } } })
})

test('[API-OPENAPI-COMPLETE] each error of an operation names its codes and says when, as problem details', async () => {
  const { paths, components } = JSON.parse(await read('/api/openapi.json'))
  const errorOf = (path: string, method: string, status: number) => {
    const { description, content } = paths[path][method].responses[status]
    const [problem, { properties }] = content['application/problem+json'].schema.allOf
    expect(problem).toEqual({ $ref: '#/components/schemas/Problem' })
    return { says: description.split('\n\n'), codes: properties.code.enum }
  }
  // What the entry declares, beside what follows from its other facts.
  expect(errorOf('/api/threads/{id}/deals', 'post', 409)).toEqual({
    says: [
      'CONFLICT: The Idempotency-Key was used for another request.',
      'CONFLICT: The listing is not for sale, or a deal is open.',
    ],
    codes: ['CONFLICT'],
  })
  expect(errorOf('/api/auth/verify-email', 'post', 409).codes).toEqual(['EMAIL_TAKEN', 'USERNAME_TAKEN'])
  expect(errorOf('/api/auth/register-email', 'post', 428).codes).toEqual(['PROOF_REQUIRED'])
  expect(errorOf('/api/settings/totp/confirm', 'post', 403)).toMatchObject({
    says: [
      expect.stringMatching(/^CROSS_SITE_REQUEST: /),
      expect.stringMatching(/^REAUTHENTICATION_REQUIRED: .* in the last 15 minutes\.$/),
    ],
  })
  expect(errorOf('/api/listings/{id}', 'get', 404).codes).toEqual([
    'NOT_FOUND',
    'NO_LONGER_AVAILABLE',
    'LISTING_ENDED',
  ])
  // Visitors need no session, and what is removed need not be there.
  expect(paths['/api/listings/{id}'].get.responses).not.toHaveProperty('401')
  expect(paths['/api/favorites/{id}'].delete.responses).not.toHaveProperty('404')
  const refused = (await t.app.inject('/api/my-listings')).json()
  expect(z.fromJSONSchema(components.schemas.Problem).safeParse(refused).error).toBeUndefined()
})

test('[API-OPENAPI] an answer fits the schema of its operation, also where a value of a list is absent', async () => {
  const seller = await t.user()
  const id = await insertListing(t, seller)
  const { paths } = JSON.parse(await read('/api/openapi.json'))
  const { schema } = paths['/api/listings/{id}'].get.responses[200].content['application/json']
  const listing = JSON.parse(await read(`/api/listings/${id}`))
  expect(listing.moderationState).toBeNull()
  expect(z.fromJSONSchema(schema).safeParse(listing).error).toBeUndefined()
  const wrong = { ...listing, moderationState: 'ELSEWHERE' }
  expect(z.fromJSONSchema(schema).safeParse(wrong).success).toBe(false)
})

test('[API-OPENAPI-COMPLETE] the headers of a list are described, those that it sends and no others', async () => {
  const described = ['x-total-count', 'x-total-count-exact', 'x-ignored-filters', 'link']
  const seller = await t.user()
  for (let made = 0; made < 25; made += 1) await insertListing(t, seller)
  const { paths } = JSON.parse(await read('/api/openapi.json'))
  for (const [url, path] of [
    ['/api/listings?condition=BROKEN', '/api/listings'],
    [`/api/users/${seller.id}/listings`, '/api/users/{id}/listings'],
    ['/api/categories', '/api/categories'],
  ] as const) {
    const sent = Object.keys((await t.app.inject(url)).headers).filter((name) => described.includes(name))
    expect(Object.keys(paths[path].get.responses[200].headers ?? {}).sort(), path).toEqual(sent.sort())
  }
})

test('[API-OPENAPI-COMPLETE] a body may be left out where no field is required; an upload is a form, with errors of its own', async () => {
  const { paths, components } = JSON.parse(await read('/api/openapi.json'))
  expect(paths['/api/listings'].post.requestBody.required).toBe(true)
  expect(paths['/api/admin/listings/{id}'].delete.requestBody.required).toBe(false)
  const { requestBody, responses } = paths['/api/uploads'].post
  expect(requestBody).toMatchObject({
    required: true,
    content: {
      'multipart/form-data': {
        schema: { properties: { file: { format: 'binary' }, upload_preset: { type: 'string' } } },
      },
    },
  })
  const refused = await t.app.inject({ method: 'POST', url: '/api/uploads' })
  expect(refused.statusCode).toBe(401)
  expect(responses[422].description).toBe('The picture is damaged, or has too many pixels.')
  for (const status of [400, 401, 413, 415, 422, 429]) {
    const { schema } = responses[status].content['application/json']
    expect(z.fromJSONSchema(schema).safeParse(refused.json()).error).toBeUndefined()
  }
  // A request that is too slow has no endpoint yet.
  expect(Object.keys(responses.default.content)).toEqual(['application/problem+json'])
  expect(components.schemas.Problem.properties).toHaveProperty('current')
})

test('[API-ERRORS] a person who opened an address reads an error as a page; a program gets the usual form', async () => {
  const page = { accept: 'text/html,*/*;q=0.8' }
  for (const [url, status, words] of [
    ['/listings/%ff', 400, 'This request could not be read.'],
    ['/media/photos/none.webp', 404, 'There is no such picture.'],
  ] as const) {
    const answer = await t.app.inject({ url, headers: page })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
    expect(answer.body).toContain(words)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['x-request-id']).toBeTypeOf('string')
    expect((await t.app.inject({ url })).json()).toMatchObject({ status })
  }
  expect((await t.app.inject({ url: '/api/nothing', headers: page })).json()).toMatchObject({ status: 404 })
})

test('[API-ERRORS] every error has the same form', async () => {
  for (const [url, status, code] of [
    ['/api/nothing', 404, 'NOT_FOUND'],
    ['/api/listings/0', 400, 'VALIDATION_FAILED'],
    ['/api/listings/007', 400, 'VALIDATION_FAILED'],
    ['/elsewhere', 404, 'NOT_FOUND'],
    ['/api/my-listings', 401, 'UNAUTHENTICATED'],
  ] as const) {
    const answer = await t.app.inject({ url })
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toMatchObject({
      status,
      code,
      title: expect.any(String),
      detail: expect.any(String),
    })
  }
})
