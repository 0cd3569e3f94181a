/**
 * Writes server/db/schema.ts, the types of the tables, from a migrated database: `npm run db:types`.
 * (kysely-codegen 0.20 parses its overrides with TypeScript's JavaScript API, which TypeScript 7 no longer
 * has.)
 */
import type { ClientBase } from 'pg'

const typeOf: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  numeric: 'Numeric',
  bool: 'boolean',
  text: 'string',
  uuid: 'string',
  inet: 'string',
  bytea: 'Buffer',
  date: 'Timestamp',
  timestamptz: 'Timestamp',
  tsvector: 'string',
  tsquery: 'string',
  jsonb: 'Json',
  _text: 'string[]',
  _int8: 'string[]',
}

/** Columns with a narrower type than the database's. */
const overrides: Record<string, string> = {
  'listings.photos': 'ColumnType<Photo[], string, string>',
  'listing_drafts.content': 'ColumnType<DraftContent, string, string>',
  'listings.last_public': 'ColumnType<LastPublic | null, string | null, string | null>',
  'messages.attachment': 'ColumnType<Photo | null, string | null, string | null>',
  'holds.attachment': 'ColumnType<Photo | null, string | null, string | null>',
  'reports.seen': 'ColumnType<ReportedState | null, string | null, string | null>',
  'stolen_phones.proof': 'ColumnType<Photo, string, string>',
  'transparency_months.numbers': 'ColumnType<MonthNumbers, string, string>',
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

/** The values that a CHECK (… in (…)) allows, by `table.column`. */
export async function readEnums(client: ClientBase): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ column: string; check: string }>(`
    select c.conrelid::regclass || '.' || a.attname as "column", pg_get_constraintdef(c.oid) as "check"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where c.contype = 'c' and c.connamespace = 'public'::regnamespace
      and pg_get_constraintdef(c.oid) like '% = ANY (ARRAY[%'
    order by 1`)
  return new Map(
    rows.map(({ column, check }) => [
      column,
      [...check.matchAll(/'([^']*)'::text/g)].map(([, value = '']) => value),
    ]),
  )
}

/** The file for the tables of a migrated database. */
export async function schemaOf(client: ClientBase): Promise<string> {
  const enums = await readEnums(client)
  const { rows } = await client.query<Column>(`
    select c.relname as "table", a.attname as "column", t.typname as type, not a.attnotnull as nullable,
           a.atthasdef or a.attidentity <> '' as optional
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and c.relname not like 'kysely_%'
    order by c.relname, a.attname`)
  const tables = Map.groupBy(rows, (row) => row.table)

  function columnType(row: Column): string {
    const name = `${row.table}.${row.column}`
    const union = enums.get(name)?.map((value) => `'${value}'`)
    const base = overrides[name] ?? union?.join(' | ') ?? typeOf[row.type]
    if (!base) throw new Error(`No type for ${name} (${row.type}): add it to typeOf.`)
    const type = row.nullable && !base.includes('| null') ? `${base} | null` : base
    return row.optional ? `Generated<${type}>` : type
  }

  const types = [...tables].map(
    ([table, columns]) =>
      `  ${table}: {\n${columns.map((row) => `    ${row.column}: ${columnType(row)}`).join('\n')}\n  }`,
  )
  return `// Generated from the migrations by \`npm run db:types\`. Do not edit.
import type { ColumnType } from 'kysely'
import type { Photo } from '#shared/contract/common.ts'
import type { ReportedState } from '#shared/contract/cases.ts'
import type { DraftContent } from '#shared/contract/drafts.ts'
import type { Condition, PriceType } from '#shared/contract/listing-values.ts'
import type { MonthNumbers } from '#shared/contract/transparency.ts'
import type { LastPublic } from './last-public.ts'

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
export type Numeric = ColumnType<string, number | string, number | string>
export type Timestamp = ColumnType<Date, Date | string, Date | string>

export interface DB {
${types.join('\n')}
}
`
}
