import { resolve } from 'node:path'
import { z } from 'zod'
import { StartupError } from './startup-error.ts'

const number = (fallback: number, min: number, max: number) =>
  z.coerce
    .number('must be a number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .default(fallback)
const flag = (fallback: boolean) =>
  z
    .enum(['0', '1', 'true', 'false'], 'must be 0 or 1')
    .default(fallback ? '1' : '0')
    .transform((value) => value === '1' || value === 'true')
const url = (what: string, protocols: string[]) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), `must be ${what}`)
    .optional()

const Settings = z.object({
  /** Absent: a laptop. `development` serves the pages' sources with hot reload; `production` refuses unsafe defaults. */
  NODE_ENV: z
    .enum(['local', 'development', 'production', 'test'], 'must be production, development or absent')
    .default('local'),
  PORT: number(3000, 0, 65_535),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./.data')
    .transform((path) => resolve(path)),
  PUBLIC_URL: url('an address such as https://oja.example', ['http:', 'https:']).transform((value) =>
    value?.replace(/\/+$/, ''),
  ),
  DATABASE_URL: url('an address such as postgresql://user:password@host:5432/oja', [
    'postgres:',
    'postgresql:',
  ]),
  SMTP_URL: url('an address such as smtps://user:password@host:465', ['smtp:', 'smtps:']),
  MAIL_FROM: z.string().default('Oja <no-reply@oja.example>'),
  /** Where people write to whoever runs this; the pages show it. */
  SUPPORT_EMAIL: z.email('must be an e-mail address').default('help@oja.example'),
  /** A gateway that takes `POST {to, text}`; what stands before the @ is sent as Basic authentication. */
  SMS_URL: url('an address such as https://user:password@sms.example/send', ['http:', 'https:']),
  REDIS_URL: url('an address such as redis://host:6379', ['redis:', 'rediss:']),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('auto'),
  S3_ENDPOINT: url('an address such as https://s3.example', ['http:', 'https:']),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  UPLOAD_URL: url('an address such as https://images.example/upload', ['http:', 'https:']),
  UPLOAD_PRESET: z.string().default('oja'),
  /** Seconds that a visitor's page may be kept, of which other processes may know more; 0 makes each anew. */
  PAGE_CACHE_SECONDS: number(10, 0, 3600),
  RATE_LIMIT_FACTOR: number(1, 0.001, 1_000_000),
  TRUST_PROXY: z.string().optional(),
  /** Absent: `info` in production, `warn` elsewhere, where a terminal is read by a person. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  DEMO: flag(true),
  TEST_HOOKS: flag(false),
})

export type Env = z.output<typeof Settings>

/**
 * Reads the settings: the only reader of `process.env`. Empty values count as absent.
 * Throws StartupError that names every bad setting at once.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(given)
  const problems = parsed.success
    ? unsafeInProduction(parsed.data, given)
    : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  if (!parsed.success || problems.length > 0) {
    throw new StartupError(
      `Bad settings: ${problems.join('; ')}.`,
      'Correct them (README, "Settings") and start again.',
    )
  }
  return parsed.data
}

/** What a laptop may leave to its default and a public server must not. */
function unsafeInProduction(env: Env, given: Record<string, string | undefined>): string[] {
  const problems: string[] = []
  if (env.S3_BUCKET && !(env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY))
    problems.push('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  if (env.NODE_ENV !== 'production') return problems
  if (!env.PUBLIC_URL) problems.push('PUBLIC_URL must be set in production (links in mail and sitemaps)')
  if (!env.SMTP_URL) problems.push('SMTP_URL must be set in production (codes would only lie in a folder)')
  if (given.SUPPORT_EMAIL === undefined)
    problems.push('SUPPORT_EMAIL must be set in production (where people write to you)')
  if (env.DEMO && !env.DATABASE_URL && given.DEMO === undefined)
    problems.push('DEMO must be set in production: 0 for an empty marketplace')
  if (env.TEST_HOOKS) problems.push('TEST_HOOKS must not be set in production')
  return problems
}
