import { requiresTls } from '#server/core/mail/mail.ts'
import { isThisMachine } from '#server/lib/ip-addresses.ts'
import type { Env } from '../env.ts'

/**
 * A sentence for each setting that would send private data unencrypted over a network. Only a warning at the
 * start of a public server: within a private network it may be intended.
 */
export function findUnencrypted(env: Env): string[] {
  if (env.NODE_ENV !== 'production') return []
  const mail = env.SMTP_URL?.startsWith('smtp:') && !requiresTls(env) ? env.SMTP_URL : undefined
  const plain: [string, string | undefined, string][] = [
    ['PUBLIC_URL', httpOnly(env.PUBLIC_URL), 'make it https'],
    ['DATABASE_URL', plainDatabase(env.DATABASE_URL), 'add ?sslmode=verify-full'],
    [
      'DATABASE_REPLICA_URLS',
      env.DATABASE_REPLICA_URLS.find(plainDatabase),
      'add ?sslmode=verify-full to each',
    ],
    ['REDIS_URL', env.REDIS_URL.find((url) => url.startsWith('redis:')), 'use rediss:'],
    ['SMTP_URL', mail, 'use smtps:, or leave requireTLS as it is'],
    ['SMS_URL', httpOnly(env.SMS_URL), 'make it https'],
    ['S3_ENDPOINT', httpOnly(env.S3_ENDPOINT), 'make it https'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', httpOnly(env.OTEL_EXPORTER_OTLP_ENDPOINT), 'make it https'],
  ]
  return plain.flatMap(([name, url, remedy]) =>
    url === undefined || isThisMachine(new URL(url).hostname)
      ? []
      : [
          `${name} is not encrypted: anyone on the network path can read it. Outside a private network, ${remedy}.`,
        ],
  )
}

function plainDatabase(url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  const { searchParams } = new URL(url)
  return ['require', 'verify-ca', 'verify-full'].includes(searchParams.get('sslmode') ?? '') ? undefined : url
}

function httpOnly(url: string | undefined): string | undefined {
  return url?.startsWith('http:') ? url : undefined
}
