import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonSchema } from '#server/core/openapi/json-schema.ts'
import { contract } from '#shared/contract/index.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let admin: TestUser
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.user({ role: 'ADMIN' })
})
afterAll(() => t.close())

const endpoints = Object.entries(contract as Record<string, Endpoint>).map(([key, endpoint]) => {
  const [method = '', url = ''] = key.split(' ')
  return { key, method: method as 'GET' | 'POST', url: url.replace(/:\w+/g, '1'), endpoint }
})

/** Names of the query of an endpoint that take one text or number. */
function namesOf({ query }: Endpoint): string[] {
  const { properties = {} } = query ? jsonSchema(query, 'input') : {}
  return Object.keys(properties as object)
}

const queries = endpoints.flatMap(({ key, method, url, endpoint }) =>
  namesOf(endpoint).map((name) => ({ key, method, url, name })),
)

test('[PARAM-TWICE] a repeated query parameter is refused or counts once', async () => {
  expect(queries.length).toBeGreaterThan(20)
  for (const { key, method, url, name } of queries) {
    for (const query of [`${name}=1&${name}=2`, `${name}[]=1`, `${name}[a]=1`, `${name}%00=1`]) {
      const answer = await t.app.inject({ method, url: `${url}?${query}`, headers: { cookie: admin.cookie } })
      expect([key, query, answer.statusCode]).toEqual([
        key,
        query,
        expect.toSatisfy((status) => status < 500),
      ])
      // What is not the name itself is somebody else's parameter, and left aside.
      if (query.includes('&') && answer.statusCode === 400)
        expect(answer.json().code).toBe('VALIDATION_FAILED')
    }
  }
})

test('[PARAM-PLACE] body fields do not count in the address, nor the other way round', async () => {
  const login = await t.app.inject({
    method: 'POST',
    url: '/api/auth/login?email=a@example.com&password=12345678',
    payload: {},
  })
  expect(login.statusCode).toBe(400)
  const cookie = admin.cookie.split('=')
  const me = await t.app.inject({
    url: `/api/auth/me?${admin.cookie}`,
    headers: { [String(cookie[0])]: String(cookie[1]) },
  })
  expect(me.statusCode).toBe(401)
  const method = await t.app.inject({
    url: '/api/auth/logout?_method=POST',
    headers: { 'x-http-method-override': 'POST', cookie: admin.cookie },
  })
  expect(method.statusCode).toBe(404)
  expect((await t.app.inject({ url: '/api/auth/me', headers: { cookie: admin.cookie } })).statusCode).toBe(
    200,
  )
})

const bodies = [
  '{"__proto__": {"role": "ADMIN"}}',
  '{"constructor": {"prototype": {"role": "ADMIN"}}}',
  '{"a": {"b": [{"__proto__": {"role": "ADMIN"}}]}}',
  '{"\\u005f\\u005fproto__": {"role": "ADMIN"}}',
]

test.each(bodies)(
  '[PARAM-PROTO] %s is refused by every endpoint, and no prototype is polluted',
  async (payload) => {
    const headers = { 'content-type': 'application/json', cookie: admin.cookie }
    for (const { key, method, url } of endpoints.filter(({ endpoint }) => endpoint.body)) {
      const answer = await t.app.inject({ method, url, headers, payload })
      expect([key, answer.statusCode]).toEqual([key, 400])
    }
    expect(({} as Record<string, unknown>).role).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
  },
)

test('[PARAM-PROTO] the same keys in an address or a cookie set no property', async () => {
  const answer = await t.app.inject({
    url: '/api/listings?__proto__[role]=ADMIN&constructor[prototype][role]=ADMIN&__proto__=1',
    headers: { cookie: '__proto__=ADMIN; constructor=1' },
  })
  expect(answer.statusCode).toBe(200)
  expect(({} as Record<string, unknown>).role).toBeUndefined()
})

test('[PARAM-TYPES] an object, a list, a boolean and null in place of a text are refused by name', async () => {
  for (const password of [{ $gt: '' }, ['a good password'], true, null, 12_345_678]) {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: admin.email, password },
    })
    expect([password, answer.statusCode]).toEqual([password, 400])
    expect(answer.json().errors[0].path).toBe('password')
  }
})
