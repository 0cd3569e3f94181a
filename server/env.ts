import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { isAddressList } from './lib/ip-addresses.ts'
import { StartupError } from './lib/startup-error.ts'

const number = (fallback: number, min: number, max: number) =>
  z.coerce
    .number('must be a number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .default(fallback)
const flag = z
  .enum(['0', '1', 'true', 'false'], 'must be 0 or 1')
  .transform((value) => value === '1' || value === 'true')
const whole = (fallback: number, min: number, max: number) =>
  number(fallback, min, max).refine(Number.isInteger, 'must be a whole number')
const isUrl = (value: string, protocols: string[]) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol)
const url = (what: string, protocols: string[]) =>
  z
    .string()
    .refine((value) => isUrl(value, protocols), `must be ${what}`)
    .optional()
/** Whether an address has nothing after the host: links are made by appending a path. */
const isOrigin = (value: string) =>
  isUrl(value, ['http:', 'https:']) && new URL(value).href === `${new URL(value).origin}/`
/** Whether user and password can be decoded. Our own code decodes them where it uses this; the drivers of the others take a lone % as it is. */
function isDecodable(address: string): boolean {
  const { username, password } = new URL(address)
  try {
    decodeURIComponent(`${username}:${password}`)
    return true
  } catch {
    return false
  }
}
const undecodable = 'has a % in its user or password: write it as %25'
/** Comma-separated addresses; an empty list by default. */
const urls = (what: string, protocols: string[]) =>
  z
    .string()
    .transform((list) => list.split(',').map((part) => part.trim()))
    .refine((list) => list.every((part) => isUrl(part, protocols)), `must be ${what}, with commas between`)
    .default([])

/** Placeholders that reach nobody: production refuses them, whether omitted or copied. */
const examples = { MAIL_FROM: 'Oja <no-reply@oja.example>', SUPPORT_EMAIL: 'help@oja.example' }

const Settings = z.object({
  /**
   * Absent: a laptop. `development` serves the pages' sources with hot reload; `production` refuses unsafe
   * defaults.
   */
  NODE_ENV: z
    .enum(['local', 'development', 'production', 'test'], 'must be production, development or absent')
    .default('local'),
  PORT: whole(3000, 0, 65_535),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./.data')
    .transform((path) => resolve(path)),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'must be an address without a path, such as https://oja.example')
    .transform((address) => new URL(address).origin)
    .optional(),
  DATABASE_URL: url('an address such as postgresql://user:password@host:5432/oja', [
    'postgres:',
    'postgresql:',
  ]),
  /**
   * Streaming replicas of the primary, for reads that may be slightly stale; the primary may be in the list.
   */
  DATABASE_REPLICA_URLS: urls('addresses such as postgresql://user:password@host:5432/oja', [
    'postgres:',
    'postgresql:',
  ]),
  SMTP_URL: url('an address such as smtps://user:password@host:465', ['smtp:', 'smtps:']),
  MAIL_FROM: z
    .string()
    .regex(/[^\s@<>]@[^\s@<>]/, 'must have an address, such as Oja <no-reply@your.domain>')
    .default(examples.MAIL_FROM),
  /** The operator's address, which the pages show. */
  SUPPORT_EMAIL: z.email('must be an e-mail address').default(examples.SUPPORT_EMAIL),
  /** A gateway that accepts `POST {to, text}`; the part before the @ is sent as Basic authentication. */
  SMS_URL: url('an address such as https://user:password@sms.example/send', ['http:', 'https:']).refine(
    (address) => address === undefined || isDecodable(address),
    undecodable,
  ),
  /**
   * One Redis; several, comma-separated, are the nodes of a Cluster, or with REDIS_SENTINEL_MASTER the
   * Sentinels.
   */
  REDIS_URL: urls('addresses such as redis://host:6379', ['redis:', 'rediss:']).refine(
    (addresses) => addresses.every(isDecodable),
    undecodable,
  ),
  REDIS_SENTINEL_MASTER: z.string().min(1).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('auto'),
  S3_ENDPOINT: url('an address such as https://s3.example', ['http:', 'https:']),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  UPLOAD_URL: url('an address such as https://images.example/upload', ['http:', 'https:']),
  UPLOAD_PRESET: z.string().default('oja'),
  /**
   * Seconds for which a visitor's page is cached at most, here and in shared caches; 0 disables the cache.
   */
  PAGE_CACHE_SECONDS: whole(10, 0, 3600),
  /**
   * Web processes, besides the primary that supervises them. Absent: one a core in production, 1 elsewhere.
   */
  WEB_CONCURRENCY: whole(0, 0, 256),
  /** Whether web processes run the jobs too; 0 leaves them to `npm run worker`. */
  JOBS_IN_WEB: flag.default(true),
  RATE_LIMIT_FACTOR: number(1, 0.001, 1_000_000),
  /**
   * Proxies trusted to set X-Forwarded-For. Addresses only: with a number of hops, a client could forge its address by
   * adding entries.
   */
  TRUST_PROXY: z.string().refine(isAddressList, 'must be addresses such as 127.0.0.1, 10.0.0.0/8').optional(),
  /** Who must sign in with a second factor. Absent: `admins` in production, `optional` elsewhere. */
  SECOND_FACTOR: z
    .enum(['optional', 'admins', 'everyone'], 'must be optional, admins or everyone')
    .optional(),
  /** Encrypts the secrets in the database. Absent: a key that is created once, in DATA_DIR/secret.key. */
  SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters, such as `openssl rand -base64 32` prints')
    .optional(),
  /** Whether registrations need a proof of work when there are many. Absent: in production and tests. */
  PROOF_OF_WORK: flag.optional(),
  /** Absent: `info` in production, `warn` elsewhere, where a person reads the terminal. */
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .optional(),
  /** In production, /metrics is for this machine, private networks, and requests with this Bearer token. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** Where traces are sent by OTLP over HTTP, such as http://localhost:4318; absent: no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url('an address such as http://localhost:4318', ['http:', 'https:']),
  /** Comma-separated headers for it, such as `authorization=Bearer%20…`. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  /** The share of requests that are traced, 0 to 1, if the caller has not decided. */
  OTEL_TRACES_SAMPLER_ARG: number(1, 0, 1),
  DEMO: flag.default(true),
  TEST_HOOKS: flag.default(false),
})

export type Env = z.output<typeof Settings>

/** The names of all settings, for the documentation's test. */
export const settingNames = Object.keys(Settings.shape)

/**
 * Reads the settings; the only reader of `process.env`. Empty values count as absent. `<NAME>_FILE` names a
 * file that contains the setting. Throws StartupError that names every bad setting at once.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  return parseSettings(source, settingProblems)
}

/**
 * The settings of a worker process. The primary has checked that they fit together; here they may not: the first worker starts before the
 * database is migrated, and gets its address later.
 */
export function readWorkerEnv(): Env {
  return parseSettings(process.env, () => [])
}

function parseSettings(
  source: Record<string, string | undefined>,
  findProblems: typeof settingProblems,
): Env {
  const given = withFiles(Object.fromEntries(Object.entries(source).filter(([, value]) => value !== '')))
  const parsed = Settings.safeParse(given)
  const problems = parsed.success
    ? findProblems(parsed.data, given)
    : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  if (!parsed.success || problems.length > 0) {
    throw new StartupError(
      `Bad settings: ${problems.join('; ')}.`,
      'Correct them (docs/operations.md, "Settings") and start again.',
    )
  }
  return parsed.data
}

/**
 * Reads settings from files, the form in which systemd and compose pass secrets: `SECRET_KEY_FILE` names the
 * file with SECRET_KEY.
 */
function withFiles(given: Record<string, string | undefined>): Record<string, string | undefined> {
  const read = Object.keys(Settings.shape).flatMap((name) => {
    const file = given[`${name}_FILE`]
    return file === undefined || given[name] !== undefined ? [] : [[name, readSecret(name, file)]]
  })
  return { ...given, ...Object.fromEntries(read) }
}

function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new StartupError(
      `${name}_FILE names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      'Correct the path, or let the user that Oja runs as read it.',
    )
  }
}

/** Settings that contradict each other, and in production defaults that suit only a laptop. */
function settingProblems(env: Env, given: Record<string, string | undefined>): string[] {
  const problems: string[] = []
  // Without both, the machine's role is used, as hosts with their own S3 offer it.
  if (Boolean(env.S3_ACCESS_KEY_ID) !== Boolean(env.S3_SECRET_ACCESS_KEY))
    problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must both be set, or neither')
  const ofBucket = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  if (!env.S3_BUCKET && ofBucket.some((name) => given[name] !== undefined))
    problems.push(
      'S3_BUCKET must be set beside the other S3 settings: without it, pictures are stored on the disk',
    )
  if (env.S3_BUCKET && !env.S3_ENDPOINT && given.S3_REGION === undefined)
    problems.push('S3_REGION must be set, such as eu-west-1, or S3_ENDPOINT if the bucket is not at Amazon')
  if (env.REDIS_SENTINEL_MASTER && env.REDIS_URL.length === 0)
    problems.push('REDIS_SENTINEL_MASTER needs REDIS_URL with the addresses of the Sentinels')
  if (!env.JOBS_IN_WEB && !env.DATABASE_URL)
    problems.push(
      'JOBS_IN_WEB=0 needs DATABASE_URL: only this process can use the PostgreSQL that Oja brings along, so nothing would send mail',
    )
  if (env.NODE_ENV !== 'production') return problems
  if (!env.PUBLIC_URL) problems.push('PUBLIC_URL must be set in production (links in mail and sitemaps)')
  if (!env.SMTP_URL)
    problems.push('SMTP_URL must be set in production (without it, codes are only written to a folder)')
  if (env.MAIL_FROM === examples.MAIL_FROM)
    problems.push('MAIL_FROM must be set in production (an address that your mail server may send from)')
  if (env.SUPPORT_EMAIL === examples.SUPPORT_EMAIL)
    problems.push('SUPPORT_EMAIL must be set in production (where people write to you)')
  if (env.DEMO && !env.DATABASE_URL && given.DEMO === undefined)
    problems.push('DEMO must be set in production: 0 for an empty marketplace')
  if (env.TEST_HOOKS) problems.push('TEST_HOOKS must not be set in production')
  return problems
}
