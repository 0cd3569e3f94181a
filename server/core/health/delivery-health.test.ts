import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#server/context.ts'
import { startSecondApp } from '#tests/support/second-app.ts'
import { type SmtpServer, startSmtpServer } from '#tests/support/smtp-server.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let smtp: SmtpServer
let gateway: Server
let gatewayStatus = 200
let t: TestApp
/** Another process, which sends nothing itself. */
let other: App

beforeAll(async () => {
  smtp = await startSmtpServer()
  gateway = createServer((_, answer) => answer.writeHead(gatewayStatus).end()).listen(0, '127.0.0.1')
  await new Promise((resolve) => gateway.once('listening', resolve))
  const { port } = gateway.address() as AddressInfo
  t = await startTestApp({ SMTP_URL: smtp.url, SMS_URL: `http://127.0.0.1:${port}/send` })
  other = await startSecondApp(t)
})
afterAll(async () => {
  await other.close()
  await t.close()
  await smtp.close()
  gateway.close()
})

/** The health reports of the sending process and the other one. */
async function health(part: 'mail' | 'sms') {
  const answers = await Promise.all([t.app, other].map((app) => app.inject({ url: '/readyz' })))
  const { body } = await other.inject({ url: '/metrics' })
  return {
    states: answers.map((answer) => answer.json().parts[part]),
    status: answers[1]?.json().status,
    up: Number(new RegExp(`^oja_part_up\\{part="${part}"\\} (\\d)`, 'm').exec(body)?.[1]),
  }
}

async function mail(behaviour: SmtpServer['behaviour']): Promise<void> {
  smtp.behaviour = behaviour
  const letter = { to: 'ada@example.com', subject: 'Hello', text: behaviour }
  await t.db.transaction().execute((tx) => t.jobs.enqueueComposed(tx, letter))
  await t.jobs.drain()
}

async function text(status: number): Promise<void> {
  gatewayStatus = status
  await t.db.transaction().execute((tx) => t.jobs.enqueueSms(tx, { to: '+2340000000001', text: 'Hello' }))
  await t.jobs.drain()
}

const well = { states: ['ok', 'ok'], status: 'ok', up: 1 }
const failing = { states: ['failing', 'failing'], status: 'degraded', up: 0 }

test('[OPS-MAIL-HEALTH] every process reports that the mail server refuses mail, until it accepts one', async () => {
  expect(await health('mail')).toEqual(well)
  await mail('take')
  expect(await health('mail')).toEqual(well)
  await mail('reject')
  expect(await health('mail')).toEqual(failing)
  await mail('take')
  expect(await health('mail')).toEqual(well)
  // One invalid recipient says nothing about the others.
  await mail('reject recipient')
  expect(await health('mail')).toEqual(well)
  await mail('reject')
  expect(await health('mail')).toEqual(failing)
  // Where nothing answers, that is what an operator has to mend.
  const app = await startSecondApp({ ...t, env: { ...t.env, SMTP_URL: 'smtp://127.0.0.1:9' } })
  expect((await app.inject({ url: '/readyz' })).json().parts.mail).toBe('away')
  await app.close()
  await mail('take')
})

test('[OPS-MAIL-HEALTH] the metrics tell how long the oldest mail waits, but for one that its recipient’s server refused', async () => {
  const oldest = async () => {
    await sql`update pgboss.job set created_on = now() - interval '16 minutes'`.execute(t.db)
    const { body } = await other.inject({ url: '/metrics' })
    return Math.floor(Number(/^oja_jobs_oldest_seconds\{queue="mail"\} (\S+)$/m.exec(body)?.[1]) / 60)
  }
  await sql`delete from pgboss.job`.execute(t.db)
  expect(await oldest()).toBe(0)
  await mail('reject recipient')
  expect(await oldest()).toBe(0)
  await mail('reject')
  expect(await oldest()).toBe(16)
  await mail('take')
})

test('[OPS-MAIL-HEALTH] the same holds for the SMS gateway', async () => {
  await text(200)
  expect(await health('sms')).toEqual(well)
  await text(401)
  expect(await health('sms')).toEqual(failing)
  await text(200)
  expect(await health('sms')).toEqual(well)
  // One invalid number says nothing about the others.
  for (const status of [400, 422]) {
    await text(status)
    expect(await health('sms')).toEqual(well)
  }
})

test('[OPS-MAIL-HEALTH] a mail server and a gateway at an IPv6 address respond, too', async () => {
  const mapped = (url = '') => url.replace('127.0.0.1', '[::ffff:127.0.0.1]')
  const env = { ...t.env, SMTP_URL: mapped(t.env.SMTP_URL), SMS_URL: mapped(t.env.SMS_URL) }
  const app = await startSecondApp({ ...t, env })
  const { parts } = (await app.inject({ url: '/readyz' })).json()
  await app.close()
  expect(parts).toMatchObject({ mail: 'ok', sms: 'ok' })
})
