import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonSchema } from '#server/core/json-schema.ts'
import {
  type Answer,
  caseOf,
  endpointOf,
  entitledRole,
  type Key,
  keys,
  prepare,
  send,
  successOf,
} from './roles/calls.ts'
import { type Row, readTables } from './support/table-contents.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

let t: TestApp

beforeAll(async () => {
  t = await startTestApp()
  await t.user({ role: 'ADMIN' })
})
afterAll(() => t.close())

/** What an answer and a table are searched for: a value that a request brought and nobody asked for. */
const smuggled = /987654321|2099-01-02|smuggled/

const ids =
  'id userId sellerId buyerId ownerId adminId askerId senderId recipientId reporterId reviewerId blockerId listingId threadId targetId uploaderId'
const counts = 'views price ratingAvg ratingCount'
const moments =
  'bannedAt createdAt updatedAt deletedAt deletionDueAt emailVerifiedAt phoneVerifiedAt featuredUntil readAt answeredAt closedAt expiresAt lastMsgAt'
const flags = 'isBanned isAdmin verifiedEmail featured hiddenByModerator'

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

/** The extras that an endpoint does not declare, also by the names of columns. */
function extrasFor(key: Key): Record<string, unknown> {
  const { body } = endpointOf(key)
  const declared = Object.keys((body && jsonSchema(body, 'input').properties) ?? {})
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

/** Rows that are new or other than before, by shape; the words of the search grow with whatever came first. */
async function changesBy(call: () => Promise<Answer>) {
  const before = await readTables(t)
  const answer = await call()
  const after = await readTables(t)
  const changes: Record<string, unknown[]> = {}
  const rows: Row[] = []
  for (const [table, now] of after) {
    const known = new Set(before.get(table)?.map((row) => JSON.stringify(row)))
    const fresh = now.filter((row) => !known.has(JSON.stringify(row)))
    rows.push(...fresh)
    if (fresh.length > 0 && table !== 'search_vocabulary') changes[table] = fresh.map(shapeOf)
  }
  return { answer, rows, changes }
}

test.each(keys.filter((key) => endpointOf(key).body))(
  '[MAY-FIELDS] %s takes no field that it does not declare',
  async (key) => {
    const role = entitledRole(key)
    const plain = await prepare(t, key, role)
    const expected = await changesBy(() => send(t, key, plain))
    expect(expected.answer.status).toBe(successOf(key))

    const { caller, request } = await prepare(t, key, role)
    const body = { ...request.body, ...extrasFor(key) }
    const { answer, rows, changes } = await changesBy(() =>
      send(t, key, { caller, request: { ...request, body } }),
    )
    expect(answer.status, answer.text).toBe(successOf(key))
    expect(changes).toEqual(expected.changes)
    expect(answer.text).not.toMatch(smuggled)
    expect(JSON.stringify(rows)).not.toMatch(smuggled)
  },
)

const nothing = 999_999_999
const oddIds = [0, -1, 1.5, 'abc', 2_147_483_648, nothing]

test.each(keys.filter((key) => key.includes('/:id')))('[MAY-IDS] %s with an odd id', async (key) => {
  const { caller, request } = await prepare(t, key, entitledRole(key))
  for (const id of oddIds) {
    const answer = await send(t, key, { caller, request: { ...request, params: { id } } })
    expect(statusesFor(key, id), `${id}: ${answer.text}`).toContain(answer.status)
  }
})

/** Names of ids in a body: `listingId`, `ids`. */
const idNames = (body: Record<string, unknown> = {}) =>
  Object.keys(body).filter((name) => /Id$|^ids$/.test(name) && typeof body[name] !== 'string')

test('[MAY-IDS] odd ids in bodies', async () => {
  const seen: string[] = []
  for (const key of keys.filter((name) => endpointOf(name).body)) {
    const { caller, request } = await prepare(t, key, entitledRole(key))
    for (const name of idNames(request.body)) {
      seen.push(`${key}: ${name}`)
      for (const id of oddIds) {
        const body = { ...request.body, [name]: name === 'ids' ? [id] : id }
        const answer = await send(t, key, { caller, request: { ...request, body } })
        expect(statusesFor(key, id), `${key} ${name} ${id}: ${answer.text}`).toContain(answer.status)
      }
    }
  }
  expect(seen).toEqual(expect.arrayContaining(['POST /api/threads: listingId', 'POST /api/blocks: userId']))
})

function statusesFor(key: Key, id: unknown): number[] {
  const { nothingThere } = caseOf(key)
  return id === nothing && nothingThere ? [nothingThere] : [400, 404]
}
