import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { createMailer } from '../core/mail/mail.ts'
import { readEnv } from '../env.ts'
import { findUnencrypted } from './unencrypted-settings.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://oja.example',
  SMTP_URL: 'smtps://mail.example',
  SUPPORT_EMAIL: 'help@example.com',
  MAIL_FROM: 'Oja <no-reply@example.com>',
  S3_BUCKET: 'oja',
  S3_REGION: 'eu-west-1',
  DEMO: '0',
}
const complaints = (settings: Record<string, string>) =>
  findUnencrypted(readEnv({ ...production, ...settings }))

describe('unencrypted connections over a network', () => {
  test.each([
    ['PUBLIC_URL', 'http://oja.example'],
    ['DATABASE_URL', 'postgresql://oja@db.example/oja'],
    ['DATABASE_URL', 'postgresql://oja@db.example/oja?sslmode=prefer'],
    ['DATABASE_REPLICA_URLS', 'postgresql://db1.example/oja?sslmode=require,postgresql://db2.example/oja'],
    ['REDIS_URL', 'rediss://redis1.example,redis://redis2.example'],
    ['SMTP_URL', 'smtp://mail.example?ignoreTLS=true'],
    ['SMS_URL', 'http://sms.example/send'],
    ['S3_ENDPOINT', 'http://s3.example'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://traces.example:4318'],
  ])('[OPS-ENCRYPTED] %s=%s gives a warning at the start', (name, value) => {
    expect(complaints({ [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name} is not encrypted`)),
    ])
  })

  test('[OPS-ENCRYPTED] encrypted and local connections, and those of a laptop, give no warning', () => {
    expect(complaints({})).toEqual([])
    expect(
      complaints({
        PUBLIC_URL: 'http://localhost:3000',
        DATABASE_URL: 'postgresql://oja@db.example/oja?sslmode=verify-ca',
        SMTP_URL: 'smtp://127.0.0.1:25',
        S3_ENDPOINT: 'https://s3.example',
        DATABASE_REPLICA_URLS:
          'postgresql://oja@db1.example/oja?sslmode=require,postgresql://oja@db2.example/oja?sslmode=verify-full',
        REDIS_URL: 'rediss://redis.example',
      }),
    ).toEqual([])
    expect(
      complaints({ DATABASE_URL: 'postgresql:///oja?host=/run/postgresql', SMTP_URL: 'smtp://mail.example' }),
    ).toEqual([])
    expect(findUnencrypted(readEnv({ DATABASE_URL: 'postgresql://oja@db.example/oja' }))).toEqual([])
  })

  test('[MAIL-TLS] mail requires encryption unless the setting allows plain text, or the mail server is on this machine', async () => {
    const server = await startSmtpServer()
    const port = new URL(server.url).port
    // This machine under a name that is not recognised as local.
    const deliver = async (query: string, host = '0.0.0.0') => {
      const mailer = createMailer(
        readEnv({ ...production, SMTP_URL: `smtp://${host}:${port}${query}` }),
        () => {},
      )
      await mailer.deliver({ to: 'ada@example.com', subject: 'A code', text: '123456' }, 'one')
      mailer.close()
    }
    await expect(deliver('')).rejects.toThrow(/TLS/)
    expect(server.all).toEqual([])
    await deliver('?requireTLS=false')
    expect(server.all).toHaveLength(1)
    // No network lies between them.
    await deliver('', '127.0.0.1')
    expect(server.all).toHaveLength(2)
    await server.close()
  })
})

describe('secrets from files', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oja-secrets-'))
    await writeFile(join(folder, 'key'), 'a-key-that-has-more-than-32-characters\n')
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('[OPS-SECRET-FILES] SECRET_KEY_FILE names the file that holds SECRET_KEY; a direct setting takes precedence', () => {
    const SECRET_KEY_FILE = join(folder, 'key')
    expect(readEnv({ SECRET_KEY_FILE }).SECRET_KEY).toBe('a-key-that-has-more-than-32-characters')
    const SECRET_KEY = 'another-key-that-has-more-than-32-characters'
    expect(readEnv({ SECRET_KEY_FILE, SECRET_KEY }).SECRET_KEY).toBe(SECRET_KEY)
  })

  test('[OPS-SECRET-FILES] an unreadable file gives an error with its path, without its contents', () => {
    expect(() => readEnv({ SMTP_URL_FILE: join(folder, 'none') })).toThrow(
      /SMTP_URL_FILE names .*none, which cannot be read \(ENOENT\)/,
    )
  })
})
