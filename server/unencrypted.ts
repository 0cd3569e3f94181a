import type { Env } from './env.ts'

/** What comes back only to this machine needs no encryption. */
function isThisMachine(host: string): boolean {
  return host === '' || host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
}

/** Whether mail has to go over TLS or not at all: STARTTLS that is missing is otherwise gone without. The address may say `?requireTLS=false`. */
export function requiresTls({ SMTP_URL, NODE_ENV }: Pick<Env, 'SMTP_URL' | 'NODE_ENV'>): boolean {
  if (!SMTP_URL || NODE_ENV !== 'production') return false
  const { protocol, hostname, searchParams } = new URL(SMTP_URL)
  const isDecided = searchParams.has('requireTLS') || searchParams.has('ignoreTLS')
  return protocol === 'smtp:' && !isThisMachine(hostname) && !isDecided
}

/**
 * A sentence for each setting by which something private would go over a network unencrypted. Said at the start of a public
 * server: within a private network it may be meant.
 */
export function unencrypted(env: Env): string[] {
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
          `${name} is not encrypted: who is on the way reads along. On anything but a private network, ${remedy}.`,
        ],
  )
}

function plainDatabase(url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  const { searchParams } = new URL(url)
  const isEncrypted = ['require', 'verify-ca', 'verify-full'].includes(searchParams.get('sslmode') ?? '')
  // Named by its socket, it is this machine's.
  return isEncrypted || searchParams.has('host') ? undefined : url
}

function httpOnly(url: string | undefined): string | undefined {
  return url?.startsWith('http:') ? url : undefined
}
