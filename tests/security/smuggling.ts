import { jsonSchema } from '#server/core/openapi/json-schema.ts'
import { type Answer, endpointOf, type Key } from '../roles/calls.ts'
import { type Row, readTables } from '../support/table-contents.ts'
import type { TestApp } from '../support/test-app.ts'

/** What an answer and a table are searched for: a value that a request brought and nobody asked for. */
export const smuggled = /987654321|2099-01-02|smuggled/

const ids =
  'id userId sellerId buyerId ownerId adminId askerId senderId recipientId reporterId reviewerId blockerId listingId threadId targetId uploaderId actorId'
const counts = 'views price ratingAvg ratingCount triesLeft'
const moments =
  'bannedAt createdAt updatedAt deletedAt deletionDueAt emailVerifiedAt phoneVerifiedAt featuredUntil readAt answeredAt closedAt expiresAt lastMsgAt authenticatedAt confirmedAt decidedAt'
const flags = 'isBanned isAdmin verifiedEmail emailVerified featured hiddenByModerator secondFactor cleared'

const all = (names: string, value: unknown) =>
  Object.fromEntries(names.split(' ').map((name) => [name, value]))

/** Fields that somebody might like to set. */
const extras: Record<string, unknown> = {
  ...all(`${ids} ${counts}`, 987_654_321),
  ...all(moments, '2099-01-02T03:04:05.000Z'),
  ...all(flags, true),
  ...all('email username passwordHash answer moderationReason photos', 'smuggled'),
  role: 'ADMIN',
  status: 'SOLD',
  questionsEnabled: false,
}

/** The extras that a part of an endpoint's request does not declare, also by the names of columns. */
export function extrasFor(key: Key, part: 'body' | 'query' = 'body'): Record<string, unknown> {
  const schema = endpointOf(key)[part]
  const declared = Object.keys((schema && jsonSchema(schema, 'input').properties) ?? {})
  const names = Object.entries(extras).filter(([name]) => !declared.includes(name))
  const column = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(
    names.flatMap(([name, value]) => [
      [name, value],
      [column(name), value],
    ]),
  )
}

/** A value without what differs between two calls anyway; roles, statuses, flags and null stay as they are. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]))
  const isTelling = value === null || typeof value === 'boolean' || /^[A-Z_]+$/.test(String(value))
  return isTelling ? value : typeof value
}

/** A row without its views, which a timer writes some seconds after the call that counts; smuggled ones stay. */
function textOf(row: Row): string {
  return JSON.stringify(smuggled.test(String(row.views)) ? row : { ...row, views: undefined })
}

/** What a timer writes some seconds after a call, and the words of the search, which grow with whatever came first. */
const later = new Set(['listing_day_views', 'listing_views', 'search_vocabulary', 'search_words'])

/** Rows that are new or other than before, and these by table and shape. */
export async function changesBy(t: TestApp, call: () => Promise<Answer>) {
  const before = await readTables(t)
  const answer = await call()
  const after = await readTables(t)
  const changes: Record<string, unknown[]> = {}
  const rows: Row[] = []
  for (const [table, now] of after) {
    const known = new Set(before.get(table)?.map(textOf))
    const fresh = now.filter((row) => !known.has(textOf(row)))
    rows.push(...fresh)
    if (fresh.length > 0 && !later.has(table)) changes[table] = fresh.map(shapeOf)
  }
  return { answer, rows, changes }
}
