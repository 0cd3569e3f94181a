import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://oja.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SUPPORT_EMAIL: 'help@example.com',
  MAIL_FROM: 'Oja <no-reply@example.com>',
  METRICS_TOKEN: 'a-token-that-is-long',
}

let t: TestApp
beforeAll(async () => {
  t = await startTestApp(production)
})
afterAll(() => t.close())

const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url: '/metrics', remoteAddress, headers })

test('[OPS-METRICS] in production only the own network or a holder of the token reads them', async () => {
  expect((await ask('127.0.0.1')).statusCode).toBe(200)
  expect((await ask('10.1.2.3')).statusCode).toBe(200)
  expect((await ask('::ffff:192.168.3.4')).statusCode).toBe(200)
  expect((await ask('203.0.113.7', { authorization: 'Bearer a-token-that-is-long' })).statusCode).toBe(200)
  expect((await ask('203.0.113.7')).statusCode).toBe(404)
  expect((await ask('203.0.113.7', { authorization: 'Bearer another-token-of-it' })).statusCode).toBe(404)
  // A proxy on this machine forwards requests from anywhere.
  expect((await ask('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(404)
  expect((await ask('127.0.0.1', { forwarded: 'for=203.0.113.7' })).statusCode).toBe(404)
})

test('[OPS-METRICS] the database, its pool and its errors are counted by kind', async () => {
  // Other test files of this process have errors too.
  const errorsIn = (text: string) =>
    Number(/oja_db_query_errors_total\{kind="select",class="22"\} (\d+)/.exec(text)?.[1] ?? 0)
  const before = errorsIn((await ask('127.0.0.1')).body)
  await sql`with x as (select 1) select * from x`.execute(t.db)
  await sql`select 1 / 0`.execute(t.db).catch(() => {})
  const { body } = await ask('127.0.0.1')
  expect(body).toMatch(/oja_db_query_duration_seconds_count\{kind="select"\} \d+/)
  expect(errorsIn(body)).toBe(before + 1)
  expect(body).toMatch(/oja_db_pool_max [1-9]/)
  expect(body).toMatch(/oja_jobs_waiting\{queue="mail"\} 0/)
  expect(body).toMatch(/oja_build_info\{version="\d[^"]*",node="\d[^"]*"\} 1/)
})

test('[OPS-METRICS] a queue whose jobs are done is not reported as waiting any more', async () => {
  const waiting = async () => (await ask('127.0.0.1')).body.match(/^oja_jobs_waiting.*"push".*$/m)?.[0]
  const push = { subscription: 1, notification: 1, quietUntil: null }
  await t.db.transaction().execute((tx) => t.jobs.enqueuePushes(tx, [push]))
  expect(await waiting()).toBe('oja_jobs_waiting{queue="push"} 1')
  await t.jobs.drain()
  expect(await waiting()).toBeUndefined()
})

test('[OPS-DASHBOARD] dashboard and alerts use only metrics that exist', async () => {
  const { body } = await ask('127.0.0.1')
  const known = new Set(
    [...body.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
  const dashboard = JSON.parse(await readFile('deploy/grafana/oja.json', 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[]
  }
  const alerts = await readFile('deploy/prometheus/alerts.yml', 'utf8')
  const queries = [
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...[...alerts.matchAll(/^ +expr: (.*)$/gm)].map(([, expr = '']) => expr),
  ]
  expect(queries.length).toBeGreaterThan(25)
  const asked = queries.flatMap((query) => query.match(/\b(?:oja|nodejs|process)_\w+/g) ?? [])
  expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([])
})
