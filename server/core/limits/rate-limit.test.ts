import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listingDraft, publish } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ RATE_LIMIT_FACTOR: '1' })
})
afterAll(() => t.close())

async function withFactor(factor: string, run: (strict: TestApp) => Promise<void>): Promise<void> {
  const strict = await startTestApp({ RATE_LIMIT_FACTOR: factor })
  try {
    await run(strict)
  } finally {
    await strict.close()
  }
}

/** Sends one request from each of these addresses in turn; returns the statuses. */
async function ask({ app }: TestApp, url: string, addresses: string[]): Promise<number[]> {
  const statuses: number[] = []
  for (const remoteAddress of addresses) statuses.push((await app.inject({ url, remoteAddress })).statusCode)
  return statuses
}

test('[LIMIT-FACTOR] RATE_LIMIT_FACTOR multiplies the limit of an address; a refusal sends Retry-After', async () => {
  for (const [factor, allowed] of [
    ['0.001', 3],
    ['0.002', 6],
  ] as const)
    await withFactor(factor, async (strict) => {
      const call = () => strict.app.inject({ url: '/api/categories', remoteAddress: '2001:db8::1' })
      for (let count = 0; count < allowed; count += 1) expect((await call()).statusCode).toBe(200)
      const refused = await call()
      expect(refused.statusCode).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(refused.json()).toMatchObject({ code: 'RATE_LIMITED', detail: expect.stringMatching(/again/) })
      const visit = { url: '/sitemap.xml', remoteAddress: '2001:db8::1', headers: { accept: 'text/html' } }
      const page = await strict.app.inject(visit)
      expect([page.statusCode, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
      expect(page.body).toContain('This page tries again by itself.')
    })
})

describe('[LIMIT-NETWORK] an IPv6 /64 counts as one client', () => {
  test('all routes together, whichever of its addresses a request comes from', async () => {
    // Three for a /64, thirty for an IPv4 address in either notation.
    await withFactor('0.001', async (strict) => {
      expect(await ask(strict, '/api/categories', ['2001:db8:1:2::1'])).toEqual([200])
      expect(await ask(strict, '/api/listings', ['2001:db8:1:2:2:3:4:5'])).toEqual([200])
      expect(await ask(strict, '/api/site', ['2001:db8:1:2:ffff:ffff:ffff:ffff'])).toEqual([200])
      expect(await ask(strict, '/api/listings/1', ['2001:db8:1:2::4', '2001:DB8:1:2::5'])).toEqual([429, 429])
      expect(await ask(strict, '/api/categories', ['2001:db8:1:3::1'])).toEqual([200])
      const shared = Array.from({ length: 31 }, (_, n) => (n % 2 ? '203.0.113.7' : '::ffff:203.0.113.7'))
      expect((await ask(strict, '/api/categories', shared)).indexOf(429)).toBe(30)
    })
  })

  test('at sign-in', async () => {
    // Three for a /64, thirty for an IPv4 address.
    await withFactor('0.1', async (strict) => {
      const statuses: number[] = []
      for (const host of ['::1', '::2', 'a::1', 'b:c:d:e', '::ffff']) {
        const payload = { email: `nobody_${statuses.length}@example.com`, password: 'wrong' }
        const remoteAddress = `2001:db8:5:6:${host}`.replace(':::', '::')
        const call = { method: 'POST', url: '/api/auth/login', payload, remoteAddress } as const
        statuses.push((await strict.app.inject(call)).statusCode)
      }
      expect(statuses).toEqual([401, 401, 401, 429, 429])
    })
  })
})

describe('[LIMIT-ACCOUNT] signed-in users have their own limits', () => {
  test('sixty refused listings block neither their sender nor others behind the same address', async () => {
    const [ada, bola] = [await t.user(), await t.user()]
    const draft = await listingDraft(t, ada)
    const send = async (payload: object, headers = {}) => {
      const call = { method: 'POST', url: '/api/listings', payload } as const
      return (await t.app.inject({ ...call, headers: { cookie: ada.cookie, ...headers } })).statusCode
    }
    const ofAnother = { 'idempotency-key': 'written-before', 'x-oja-user': String(bola.id) }
    for (let count = 0; count < 61; count += 1) {
      expect(await send({ ...draft, title: 'short' })).toBe(400)
      expect(await send(draft, { 'idempotency-key': 'short' })).toBe(400)
      expect(await send(draft, ofAnother)).toBe(401)
    }
    await publish(t, bola)
    await publish(t, ada)
  })

  test('one account at its limit does not block the others behind its address', async () => {
    // Six calls a minute for an account, three hundred for an address.
    await withFactor('0.01', async (strict) => {
      const [ada, bola] = [await strict.user(), await strict.user()]
      const me = async ({ cookie }: TestUser, remoteAddress = '203.0.113.7') =>
        (await strict.app.inject({ url: '/api/settings', headers: { cookie }, remoteAddress })).statusCode
      for (let count = 0; count < 6; count += 1) expect(await me(ada)).toBe(200)
      expect(await me(ada)).toBe(429)
      // Another address does not evade it.
      expect(await me(ada, '198.51.100.9')).toBe(429)
      expect(await me(bola)).toBe(200)
    })
  })

  test('the limit of a network takes nothing from that of an account', async () => {
    // Three sign-ins for an account or a /64.
    await withFactor('0.1', async (strict) => {
      const { cookie } = await strict.user()
      const from = async (remoteAddress: string, headers = {}) => {
        const payload = { email: `nobody_${Math.random()}@example.com`, password: 'wrong' }
        const call = { method: 'POST', url: '/api/auth/login', payload, headers, remoteAddress } as const
        return (await strict.app.inject(call)).statusCode
      }
      for (const status of [401, 401, 401, 429]) expect(await from('2001:db8:5:6::1')).toBe(status)
      for (let count = 0; count < 4; count += 1) expect(await from('2001:db8:5:6::2', { cookie })).toBe(429)
      for (const status of [401, 401, 401, 429])
        expect(await from(`2001:db8:5:${status}::1`, { cookie })).toBe(status)
    })
  })

  test('refused requests do not count in a limit of successes, nor do many at once', async () => {
    // Three messages a minute.
    await withFactor('0.05', async (strict) => {
      const [seller, buyer] = [await strict.user(), await strict.user()]
      const { id } = await publish(strict, seller)
      const thread = await buyer.api('POST /api/threads', { body: { listingId: id } })
      const send = async ({ cookie }: TestUser, text: string) =>
        (
          await strict.app.inject({
            method: 'POST',
            url: `/api/threads/${thread.id}/messages`,
            headers: { cookie },
            payload: { body: text, clientId: crypto.randomUUID() },
          })
        ).statusCode
      for (let count = 0; count < 5; count += 1) expect(await send(buyer, '')).toBe(400)
      const sent = await Promise.all(['One', 'Two', 'Three', 'Four'].map((text) => send(buyer, text)))
      expect(sent.sort()).toEqual([201, 201, 201, 429])
      expect(await send(seller, 'Yes')).toBe(201)
    })
  })
})
