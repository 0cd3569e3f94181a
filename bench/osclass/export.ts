/**
 * `node bench/osclass/export.ts --folder /tmp/osclass [--scale 100k]` writes the public listings of a generated marketplace, their sellers, categories and
 * places as tables for an installed Osclass 5.2, and `load.sql`, which replaces its own with them (MariaDB, prefix `oc_`). Ids stay the same.
 * docs/performance.md says how the two are compared.
 */
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Db } from '#server/db/pool.ts'
import { openPool } from '#server/db/pool.ts'
import { fail, readOptions } from '#tests/support/command-line.ts'
import { prepareMarketplace } from '../data/prepare-marketplace.ts'
import { isScale } from '../data/scales.ts'
import { loadStatements } from './load-statements.ts'

const { scale, folder } = readOptions({
  scale: { type: 'string', default: '100k' },
  folder: { type: 'string', default: '' },
})
if (!isScale(scale)) fail(`There is no scale ${scale}.`)
if (!folder) fail('Name a folder for the tables: --folder /tmp/osclass')

type Value = string | number | null
const tables = new Map<string, ReturnType<typeof createWriteStream>>()

/** Adds a row to a table; null is MariaDB's `\N`. */
function write(table: string, row: Value[]): void {
  const file = tables.get(table) ?? createWriteStream(join(folder, `${table}.tsv`))
  tables.set(table, file)
  file.write(`${row.map(escaped).join('\t')}\n`)
}

function escaped(value: Value): string {
  if (value === null) return '\\N'
  return String(value).replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n')
}

const dateTime = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ')
const slug = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** Returns the ids: of states by name, the first ones in alphabetical order, and of LGAs by `state/lga`. */
async function exportPlaces(db: Db): Promise<Map<string, number>> {
  const places = await db
    .selectFrom('listings')
    .select(['state', 'lga'])
    .distinct()
    .orderBy('state')
    .orderBy('lga')
    .execute()
  const states = [...new Set(places.map(({ state }) => state))]
  const names = [...states, ...places.map(({ state, lga }) => `${state}/${lga}`)]
  const ids = new Map(names.map((name, index) => [name, index + 1]))
  const idOf = (name: string) => ids.get(name) ?? null
  write('country', ['NG', 'Nigeria', 'nigeria'])
  for (const state of states) write('region', [idOf(state), 'NG', state, slug(state), 1])
  for (const { state, lga } of places)
    write('city', [idOf(`${state}/${lga}`), idOf(state), lga, slug(lga), 'NG', 1])
  return ids
}

async function exportPeopleAndCategories(db: Db): Promise<void> {
  for (const { id, name } of await db.selectFrom('categories').select(['id', 'name']).execute()) {
    write('category', [id, null, 0, id, 1, 1, null])
    write('category_description', [id, 'en_US', name, '', slug(name)])
  }
  const users = await db
    .selectFrom('users')
    .select(['id', 'full_name as name', 'created_at as since'])
    .execute()
  for (const { id, name, since } of users)
    write('user', [id, dateTime(since), name, `u${id}`, `u${id}@example.com`, 1, 1])
}

async function exportListings(db: Db, places: Map<string, number>): Promise<void> {
  const batch = 5000
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('listings as l')
      .innerJoin('users as u', 'u.id', 'l.seller_id')
      .selectAll('l')
      .select('u.full_name as seller')
      .where('l.status', '=', 'ACTIVE')
      .where('l.id', '>', last)
      .orderBy('l.id')
      .limit(batch)
      .execute()
    if (rows.length === 0) return
    last = rows.at(-1)?.id ?? last
    for (const each of rows) {
      const { id, state, lga } = each
      const published = dateTime(each.created_at)
      const contact = [each.seller, `u${each.seller_id}@example.com`, null]
      const featured = each.featured_until === null ? 0 : 1
      // A price is in millionths there.
      const price = each.price * 10_000
      write('item', [
        id,
        each.seller_id,
        each.category_id,
        published,
        published,
        price,
        'NGN',
        ...contact,
        featured,
        1,
        1,
      ])
      write('item_description', [id, 'en_US', each.title, each.description])
      const region = places.get(state) ?? null
      write('item_location', [id, 'NG', 'Nigeria', region, state, places.get(`${state}/${lga}`) ?? null, lga])
      for (const [index] of each.photos.entries())
        write('item_resource', [
          id * 10 + index,
          id,
          `photo${index}`,
          'jpg',
          'image/jpeg',
          'oc-content/uploads/',
        ])
    }
  }
}

await using cleanup = new AsyncDisposableStack()
const marketplace = await prepareMarketplace(scale, console.error)
cleanup.defer(marketplace.stop)
const { db, close } = openPool(marketplace.connectionString, { max: 1, withoutTimeouts: true })
cleanup.defer(close)
mkdirSync(folder, { recursive: true })
const places = await exportPlaces(db)
await exportPeopleAndCategories(db)
await exportListings(db, places)
for (const file of tables.values()) await finished(file.end())
writeFileSync(join(folder, 'load.sql'), loadStatements(resolve(folder)))
console.log(`${folder}/load.sql loads ${[...tables.keys()].join(', ')}.`)
