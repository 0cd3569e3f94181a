import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#shared/contract/index.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { limitsTable } from './limits-table.ts'

let t: TestApp
beforeAll(async () => {
  // Three calls of a /64 and one of an account within a minute.
  t = await startTestApp({ RATE_LIMIT_FACTOR: '0.001' })
})
afterAll(() => t.close())

test('[LIMIT-TABLE] the table of limits in docs/security.md equals contract and code', async () => {
  const document = await readFile(new URL('../../docs/security.md', import.meta.url), 'utf8')
  const section = document.split('### Rate and size limits\n')[1]?.split('\n- ')[0] ?? ''
  const rows = section.split('\n').filter((line) => /^\| (?!limit |---)/.test(line))
  expect(rows).toEqual(limitsTable())
})

const calls = Object.keys(contract).map((key) => key.split(' ') as ['GET', string])

test('[LIMIT-NETWORK] every endpoint counts the client’s network before anything else', async () => {
  for (const [place, [method, path]] of calls.entries()) {
    const url = path.replace(/:\w+/g, '1')
    const from = (host: number) => `2001:db8:${place.toString(16)}:1::${host}`
    const ask = async (host: number) =>
      (await t.app.inject({ method, url, remoteAddress: from(host) })).statusCode
    const statuses = [await ask(1), await ask(2), await ask(3), await ask(4)]
    // An endpoint's own limit may end before.
    expect([`${method} ${path}`, statuses[0]]).not.toContain(429)
    expect([`${method} ${path}`, statuses[3]]).toContain(429)
  }
})

test('[LIMIT-ACCOUNT] every endpoint counts the account, from every address', async () => {
  for (const [place, [method, path]] of calls.entries()) {
    const { cookie } = await t.user()
    const url = path.replace(/:\w+/g, '1')
    const ask = (host: number) =>
      t.app.inject({
        method,
        url,
        headers: { cookie },
        remoteAddress: `2001:db8:${place.toString(16)}:${host}::1`,
      })
    await t.app.inject({
      url: '/api/auth/me',
      headers: { cookie },
      remoteAddress: `2001:db8:${place.toString(16)}:2::1`,
    })
    const answer = await ask(3)
    expect([`${method} ${path}`, answer.statusCode]).toEqual([`${method} ${path}`, 429])
    expect(answer.body).toContain('Too many requests. Please wait a moment and try again.')
  }
})
