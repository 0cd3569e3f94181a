import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schedules } from '#server/lifecycle/schedules.ts'
import type { Kept } from '#shared/data-kept/kept.ts'
import { keptData, otherTables } from '#shared/data-kept.ts'
import { day, fillAccount, rowsOfAccount } from '#tests/support/account-rows.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { readZip } from '#tests/support/zip.ts'
import { finishDeletions } from './deletion.service.ts'
import { removeOldRecords } from './retention.db.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

type Row = Record<string, unknown>
const kept = Object.entries(keptData)
const names = (list = '') => list.split(/\s+/).filter(Boolean)
/** The columns of an SQL select list. */
const selected = (list = '') =>
  list
    .trim()
    .split(/,\s*/)
    .flatMap((item) => item.split(' as ')[0] || [])
const columnsOf = ({ people, exported, others }: Kept) =>
  [...new Set([...Object.keys(people), ...selected(exported), ...names(others)])].sort()

/** Columns by table, and those that refer to users. */
async function readSchema() {
  const { rows } = await sql<{ table: string; columns: string[]; people: string[] }>`
    select c.table_name as table, array_agg(c.column_name::text) as columns,
      coalesce((
        select array_agg(a.attname::text) from pg_constraint f
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any(f.conkey)
        where f.contype = 'f' and f.confrelid = 'users'::regclass and f.conrelid = c.table_name::regclass), '{}') as people
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    group by c.table_name order by c.table_name`.execute(t.db)
  return rows
}

/** The message for a table without an entry: the entry to paste. */
const entryOf = ({ table, columns, people }: { table: string; columns: string[]; people: string[] }) =>
  `The table "${table}" is not in shared/data-kept.ts. If it holds nothing about a person, add it to otherTables. Otherwise to a group in shared/data-kept/:
  ${table}: {
    what: 'What it is', why: 'to …', time: 'as long as …',
    people: { ${people.map((column) => `${column}: 'deleted'`).join(', ')} },   // eraseAccount() deletes the rows that are 'deleted'; others: 'nameless' or 'emptied'
    file: 'its-file-in-export.db.ts', exported: 'column, column as nameInTheExport',   // leave out what the export does not have
    others: '${columns.filter((column) => !people.includes(column)).join(' ')}',
  },
and a row of an account to \`rowsOfAccount\` in tests/support/account-rows.ts.`

test('[DATA-INVENTORY] shared/data-kept.ts names every table and column, and everything that points to a person', async () => {
  const found = await readSchema()
  const missing = found.filter(({ table }) => !keptData[table] && !otherTables[table])
  expect(missing.map(entryOf).join('\n\n')).toBe('')
  const wrong = found.flatMap(({ table, columns, people }) => {
    const entry = keptData[table]
    if (!entry)
      return people.map(
        (column) => `otherTables: ${table}.${column} points to a user: describe it in keptData`,
      )
    const described = columnsOf(entry)
    return [
      ...columns
        .filter((one) => !described.includes(one))
        .map((one) => `keptData.${table}: add the column "${one}" to "exported" or "others"`),
      ...described
        .filter((one) => !columns.includes(one))
        .map((one) => `keptData.${table}: there is no column "${one}"`),
      ...people
        .filter((one) => !entry.people[one])
        .map((one) => `keptData.${table}: add "${one}" to "people"`),
    ]
  })
  expect(wrong.join('\n')).toBe('')
  const tables = found.map(({ table }) => table)
  expect(
    [...Object.keys(keptData), ...Object.keys(otherTables)].filter((table) => !tables.includes(table)),
  ).toEqual([])
})

/** The rows of a table that name the person in one of these columns. */
async function rowsOf(table: string, columns: string[], id: number): Promise<Row[]> {
  if (columns.length === 0) return []
  const named = sql.join(
    columns.map((column) => sql`${sql.ref(column)} = ${id}`),
    sql` or `,
  )
  return (await sql<Row>`select * from ${sql.table(table)} where ${named}`.execute(t.db)).rows
}

const text = (value: unknown) => JSON.stringify(value)

/** The texts of everything within a JSON value. */
function textsIn(value: unknown): string[] {
  const inside = typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
  return [text(value), ...inside]
}

test('[DATA-EXPORT] [DATA-DELETION] the export has every listed column; 30 days after the request the deletion has done what the inventory describes', async () => {
  const missing = kept.filter(
    ([table]) => !['users', 'listings', 'listing_digests'].includes(table) && !rowsOfAccount[table],
  )
  expect(
    missing.map(([table]) => `Add a row of ${table} to rowsOfAccount in tests/support/account-rows.ts`),
  ).toEqual([])
  const cast = await fillAccount(t, 'zebra')
  const { me } = cast
  const download = await t.app.inject({ url: '/api/settings/export', headers: { cookie: me.cookie } })
  const files = await readZip(download.rawPayload)

  const absent: string[] = []
  const unfilled: string[] = []
  for (const [table, { people, file, exported }] of kept) {
    if (!file) continue
    const inFile = new Set(textsIn(JSON.parse(String(files.get(`${file}.json`) ?? 'null'))))
    const rows =
      table === 'moderation_acts'
        ? (await sql<Row>`select * from moderation_acts where target_id = ${cast.mine}`.execute(t.db)).rows
        : await rowsOf(table, Object.keys(people).slice(0, 1), me.id)
    for (const column of selected(exported)) {
      const values = rows.map((row) => row[column]).filter((value) => value !== null && value !== undefined)
      if (values.length === 0) unfilled.push(`${table}.${column}`)
      absent.push(
        ...values
          .filter((value) => !inFile.has(text(value)))
          .map(() => `${file}.json lacks ${table}.${column}`),
      )
    }
  }
  expect(absent).toEqual([])
  // What an account that may export cannot have, or what is asked for afterwards.
  expect(unfilled).toEqual(['users.banned_at', 'users.deletion_due_at', 'listings.deleted_at'])

  const before = new Map<string, Row[]>()
  for (const [table, { people }] of kept) before.set(table, await rowsOf(table, Object.keys(people), me.id))
  await sql`update users set deletion_due_at = now() - interval '1 minute' where id = ${me.id}`.execute(t.db)
  await finishDeletions(t)

  const wrong: string[] = []
  for (const [table, { people, empties }] of kept)
    for (const [column, fate] of Object.entries(people)) {
      const was = (before.get(table) ?? []).filter((row) => row[column] === me.id)
      const now = await rowsOf(table, [column], me.id)
      if (fate === 'deleted' && now.length > 0) wrong.push(`${table}.${column}: eraseAccount() leaves rows`)
      if (fate !== 'deleted' && now.length < was.length)
        wrong.push(`${table}.${column}: rows are gone that should stay`)
      if (fate === 'emptied')
        for (const name of names(empties))
          if (was.some((row) => text(row[name]) !== 'null' && text(row[name]) === text(now[0]?.[name])))
            wrong.push(`${table}.${name} is as it was`)
    }
  expect(wrong).toEqual([])

  // Wherever it stands: no table has the name, addresses or words of the account any more.
  const left: string[] = []
  for (const { table } of await readSchema()) {
    if (table === 'pending_registrations') continue
    const { rows } = await sql<Row>`select * from ${sql.table(table)} r
      where r::text ~* ${`Ada zebra|zebra@example|zebra_name|zebra sells|\\+23480${me.id}\\M`}`.execute(t.db)
    if (rows.length > 0) left.push(table)
  }
  expect(left).toEqual([])

  // The other leaves too: nobody is left who could read the conversation.
  await sql`update users set deletion_due_at = now() - interval '1 minute' where id = ${cast.other.id}`.execute(
    t.db,
  )
  await finishDeletions(t)
  expect(await rowsOf('threads', ['buyer_id'], me.id)).toEqual([])
  expect(await rowsOf('messages', ['sender_id'], me.id)).toEqual([])
})

test('[DATA-RETENTION] the jobs remove data that is past its retention time, and nothing else', async () => {
  const swept = kept.flatMap(([table, { swept }]) => (swept ? [{ table, ...swept }] : []))
  const at = (days: number) => (table: string) => {
    const rule = swept.find((one) => one.table === table)
    return rule ? { [rule.column]: new Date(Date.now() - (rule.days + days) * day) } : {}
  }
  /** How many rows are past their time, and how many are not. */
  const count = async ({ table, column, days, clears, where }: (typeof swept)[number]) => {
    const filled = names(clears).map((name) => sql`coalesce(${sql.ref(name)}::text, '') not in ('', '[]')`)
    const more = where ? [sql`${sql.ref(where.column)} = any(${where.in})`] : []
    const { rows } = await sql<{ past: number; within: number }>`
      select count(*) filter (where ${sql.ref(column)} < now() - ${days}::float * interval '1 day') as past,
        count(*) filter (where ${sql.ref(column)} >= now() - ${days}::float * interval '1 day') as within
      from ${sql.table(table)} where ${sql.join([sql`true`, ...more, ...filled], sql` and `)}`.execute(t.db)
    return { past: rows[0]?.past ?? 0, within: rows[0]?.within ?? 0 }
  }
  await fillAccount(t, 'young', at(-1.5))
  await fillAccount(t, 'old', at(1.5))
  const unverified = await t.user()
  await t.db
    .updateTable('users')
    .set({ email_verified_at: null, created_at: new Date(Date.now() - 6 * day) })
    .where('id', '=', unverified.id)
    .execute()
  const before = await Promise.all(swept.map(count))
  for (const { run } of schedules(t)) await run(t.jobs)
  for (const [index, rule] of swept.entries()) {
    expect(before[index]?.past, `${rule.table}: rows to remove`).toBeGreaterThan(0)
    expect(before[index]?.within, `${rule.table}: rows to leave`).toBeGreaterThan(0)
    expect(await count(rule), rule.table).toEqual({ past: 0, within: before[index]?.within })
  }
  const cleared = t.db.selectFrom('reports').select('reason').where('details', 'is', null)
  expect(await cleared.execute(), 'a reason of their own words').toEqual([{ reason: 'Other' }])
  expect(await unverified.api('GET /api/auth/me'), 'has a week').toMatchObject({ id: unverified.id })
})

test('[DATA-RETENTION] of a deleted listing stays the title that others last saw, and no digest of its words', async () => {
  const id = await insertListing(t, await t.user(), { title: 'Kettle', description: 'An old kettle' })
  await t.db.updateTable('listings').set({ status: 'HIDDEN' }).where('id', '=', id).execute()
  await t.db.updateTable('listings').set({ title: 'Stolen kettle' }).where('id', '=', id).execute()
  await t.db
    .updateTable('listings')
    .set({ deleted_at: new Date(0) })
    .where('id', '=', id)
    .execute()
  await removeOldRecords(t.db)
  const listing = t.db.selectFrom('listings').select(['description', 'last_public']).where('id', '=', id)
  expect(await listing.executeTakeFirst()).toEqual({
    description: '',
    last_public: { title: 'Kettle', photo: null },
  })
  const digests = t.db.selectFrom('listing_digests').select('listing_id').where('listing_id', '=', id)
  expect(await digests.execute()).toEqual([])
})

test('[DATA-RETENTION] one run clears the texts of all deleted listings, more than a statement takes', async () => {
  const seller = await t.user()
  await sql`insert into listings (seller_id, category_id, title, description, price, price_type, condition, state, lga, photos, deleted_at)
    select ${seller.id}, 1, 'Kettle', 'An old kettle', 100, 'FIXED', 'USED', 'Lagos', 'Ikeja', '[]', 'epoch'
    from generate_series(1, 1001)`.execute(t.db)
  await removeOldRecords(t.db)
  const left = t.db.selectFrom('listings').select('id').where('seller_id', '=', seller.id)
  expect(await left.where('description', '<>', '').execute()).toEqual([])
})

test('[DATA-RETENTION] one run clears the words of all old reports, at most 20,000 by one statement', async () => {
  const user = await t.user()
  await sql`insert into reports (reporter_id, target_type, target_id, reason, details, status, closed_at)
    select ${user.id}, 'LISTING', n, 'Spam', 'Look at it', 'REVIEWED', 'epoch' from generate_series(1, 20001) n`.execute(
    t.db,
  )
  await sql`create function refuse_many_updates() returns trigger language plpgsql as $$
    begin
      if (select count(*) from changed) > 20000 then
        raise exception 'canceling statement due to statement timeout';
      end if;
      return null;
    end $$`.execute(t.db)
  await sql`create trigger refuse_many_updates after update on reports referencing new table as changed
    for each statement execute function refuse_many_updates()`.execute(t.db)
  await removeOldRecords(t.db)
  const left = t.db.selectFrom('reports').select('id').where('reporter_id', '=', user.id)
  expect(await left.where('details', 'is not', null).execute()).toEqual([])
  await sql`drop function refuse_many_updates cascade`.execute(t.db)
})

test('[DATA-RETENTION] old rows are deleted however many there are, at most 20,000 by one statement', async () => {
  const user = await t.user()
  const viewed = await insertListing(t, user)
  await sql`insert into sent_texts (sender_id, digest, thread_id, sent_at)
    select ${user.id}, sha256(n::text::bytea), n, 'epoch' from generate_series(1, 20001) n`.execute(t.db)
  await sql`insert into listing_views (listing_id, viewer, day)
    select ${viewed}, 'u:' || n, '2026-05-03' from generate_series(1, 20001) n`.execute(t.db)
  await sql`create function refuse_many() returns trigger language plpgsql as $$
    begin
      if (select count(*) from gone) > 20000 then
        raise exception 'canceling statement due to statement timeout';
      end if;
      return null;
    end $$`.execute(t.db)
  for (const table of ['sent_texts', 'listing_views'])
    await sql`create trigger refuse_many after delete on ${sql.table(table)} referencing old table as gone
      for each statement execute function refuse_many()`.execute(t.db)
  for (const { run } of schedules(t)) await run(t.jobs)
  const left = await sql`select sent_at from sent_texts where sent_at = 'epoch'
    union all select day from listing_views where day = '2026-05-03'`.execute(t.db)
  expect(left.rows).toEqual([])
})
