import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOja, type Oja } from '#tests/support/oja-process.ts'
import { until } from '#tests/support/until.ts'
import { readMetric } from './support/metrics.ts'

let oja: Oja
beforeAll(async () => {
  oja = await createOja({
    NODE_ENV: 'production',
    WEB_CONCURRENCY: '2',
    PUBLIC_URL: 'https://oja.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SUPPORT_EMAIL: 'help@example.com',
    MAIL_FROM: 'Oja <no-reply@example.com>',
  })
})
afterAll(() => oja.remove())

test('[PROC-EMBEDDED] in production several processes share the embedded PostgreSQL; commands find it', async () => {
  await oja.start()
  await until('two processes', async () => (await readMetric(oja.url, 'oja_processes')) === 2)
  expect(oja.output().match(/"msg":"Oja is at https:\/\/oja\.example"/g)).toHaveLength(1)
  const { PATH } = process.env
  const admin = spawn(process.execPath, ['scripts/admin.mjs', 'grant', 'nobody@example.com'], {
    env: { PATH, DATA_DIR: oja.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(admin.stderr), once(admin, 'exit')])
  expect([code, said]).toEqual([1, expect.stringContaining('There is no account with the e-mail')])
  expect(await oja.stop()).toBe(0)
  expect(await readFile(join(oja.dataDir, 'postgres.log'), 'utf8')).toMatch(
    /database system is shut down\s*$/,
  )
})
