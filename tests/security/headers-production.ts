import { execFileSync } from 'node:child_process'
import { renderPages } from '#server/ssr.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

export const publicUrl = 'https://oja.example'

/** What a public server has to be told before it starts. */
const needed = {
  NODE_ENV: 'production',
  PUBLIC_URL: publicUrl,
  SMTP_URL: 'smtps://127.0.0.1:1',
  SUPPORT_EMAIL: 'help@example.com',
  MAIL_FROM: 'Oja <no-reply@example.com>',
  DEMO: '0',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  METRICS_TOKEN: 'the-token-of-who-watches-this-server',
}

/** A server as the public meets it, with its pages. */
export async function startProduction(): Promise<TestApp> {
  // Not as a part of a test: the tests' own surroundings would have the pages built for development.
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-needed'], { env: { PATH: process.env.PATH } })
  return startTestApp(needed, { renderPages })
}
