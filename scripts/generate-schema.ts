/**
 * Writes server/db/schema.ts, the types of the tables, from a migrated database: `npm run db:types`.
 * (kysely-codegen 0.20 parses its overrides with TypeScript's JavaScript API, which TypeScript 7 no longer has.)
 */
import { writeFile } from 'node:fs/promises'
import pg from 'pg'

const typeOf: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'Numeric',
  bool: 'boolean',
  text: 'string',
  citext: 'string',
  uuid: 'string',
  inet: 'string',
  bytea: 'Buffer',
  date: 'Timestamp',
  timestamptz: 'Timestamp',
  tsvector: 'string',
  jsonb: 'Json',
  _text: 'string[]',
  _int4: 'number[]',
}

/** Columns whose type says more than the database's. */
const overrides: Record<string, string> = {
  'users.role': "'USER' | 'ADMIN'",
  'email_codes.purpose': "'VERIFY_EMAIL' | 'RESET_PASSWORD'",
  'listings.status': 'ListingStatus',
  'listings.condition': 'Condition',
  'listings.price_type': 'PriceType',
  'listings.photos': 'ColumnType<Photo[], string, string>',
  'listings.last_public': 'ColumnType<LastPublic | null, string | null, string | null>',
  'messages.attachment': 'ColumnType<Photo | null, string | null, string | null>',
  'reports.target_type': "'USER' | 'LISTING'",
  'reports.status': "'NEW' | 'REVIEWED' | 'ACTIONED'",
  'moderation_acts.action': 'ModerationAction',
  'moderation_acts.target_type': "'USER' | 'LISTING' | 'REPORT' | 'MESSAGE'",
  'holds.kind': 'HoldKind',
  'holds.rule': 'HoldRule',
  'holds.decision': 'HoldDecision | null',
  'holds.attachment': 'ColumnType<Photo | null, string | null, string | null>',
  'quota_hits.quota': 'Quota',
  'account_events.type': 'AccountEventType',
  'account_events.method': 'SignInMethod | null',
  'listing_search.condition': 'Condition',
  'listing_search.price_type': 'PriceType',
}

interface Column {
  table: string
  column: string
  type: string
  nullable: boolean
  optional: boolean
}

const client = new pg.Client({ connectionString: process.argv[2] })
await client.connect()
const { rows } = await client.query<Column>(`
  select c.relname as "table", a.attname as "column", t.typname as type, not a.attnotnull as nullable,
         a.atthasdef or a.attidentity <> '' as optional
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'm', 'v') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped and c.relname not like 'kysely_%'
  order by c.relname, a.attname`)
await client.end()

const tables = Map.groupBy(rows, (row) => row.table)
const pascal = (name: string) =>
  name.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())

function columnType(row: Column): string {
  const base = overrides[`${row.table}.${row.column}`] ?? typeOf[row.type]
  if (!base) throw new Error(`No type for ${row.table}.${row.column} (${row.type}): add it to typeOf.`)
  const type = row.nullable && !base.includes('| null') ? `${base} | null` : base
  return row.optional ? `Generated<${type}>` : type
}

const interfaces = [...tables].map(
  ([table, columns]) =>
    `export interface ${pascal(table)} {\n${columns.map((row) => `  ${row.column}: ${columnType(row)}`).join('\n')}\n}`,
)
const names = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)}`)

await writeFile(
  new URL('../server/db/schema.ts', import.meta.url),
  `// Generated from the migrations by \`npm run db:types\`. Do not edit.
import type { ColumnType } from 'kysely'
import type { ModerationAction } from '#shared/contract/admin.ts'
import type { LastPublic } from './last-public.ts'
import type { Photo } from '#shared/contract/common.ts'
import type { HoldDecision, HoldKind, HoldRule, Quota } from '#shared/contract/held.ts'
import type { Condition, ListingStatus, PriceType } from '#shared/contract/listing-values.ts'
import type { AccountEventType, SignInMethod } from '#shared/contract/second-factor.ts'

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
export type Numeric = ColumnType<string, number | string, number | string>
export type Timestamp = ColumnType<Date, Date | string, Date | string>

${interfaces.join('\n\n')}

export interface DB {
${names.join('\n')}
}
`,
)
