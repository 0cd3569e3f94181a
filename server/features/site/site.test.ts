import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#shared/limits.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ PUBLIC_URL: 'https://oja.example', SUPPORT_EMAIL: 'help@oja.example' })
})
afterAll(() => t.close())

const read = (name: string) => t.app.inject({ url: `/.well-known/${name}` })

test('password managers find where a password is changed, through the login', async () => {
  const { statusCode, headers } = await read('change-password')
  expect([statusCode, headers.location]).toEqual([302, '/login?next=%2Fsettings%23password'])
  // They ask for this first: whether a missing page is told from one that is there.
  expect((await read('resource-that-should-not-exist-whose-status-code-should-not-be-200')).statusCode).toBe(
    404,
  )
})

test('security.txt says where a vulnerability is reported, until a day within a year', async () => {
  const { body, headers } = await read('security.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const fields = Object.fromEntries(
    body
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2)),
  )
  expect(fields).toMatchObject({
    Contact: 'mailto:help@oja.example',
    Canonical: 'https://oja.example/.well-known/security.txt',
  })
  const daysLeft = (Date.parse(fields.Expires) - Date.now()) / dayMs
  expect(daysLeft).toBeGreaterThan(30)
  expect(daysLeft).toBeLessThan(365)
})
