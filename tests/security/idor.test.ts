import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jsonSchema } from '#server/core/openapi/json-schema.ts'
import { endpointOf, type Key, keys, prepare, send } from '../roles/calls.ts'
import type { AnyRequest } from '../roles/cast.ts'
import { ban } from '../roles/fixtures.ts'
import { insertUpload, listingDraft } from '../support/listings.ts'
import { tablesFingerprint } from '../support/table-contents.ts'
import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts'
import { kinds } from './idor-cases.ts'

/** Things that left the public pages, by their numbers; tests/roles.test.ts has what was never public. */

let t: TestApp
let fingerprint: () => Promise<string>
beforeAll(async () => {
  t = await startTestApp()
  fingerprint = await tablesFingerprint(t)
})
afterAll(() => t.close())

/** In the title and the description of what nobody may see. */
const secret = 'unseen-8471'

async function changeListing(
  id: unknown,
  fields: { status?: 'HIDDEN'; deleted_at?: Date; hidden_by_moderator?: true },
) {
  const text = {
    title: `Radio ${secret}`,
    description: `A radio that is ${secret}, and more than thirty letters.`,
  }
  await t.db
    .updateTable('listings')
    .set({ ...text, ...fields })
    .where('id', '=', Number(id))
    .execute()
}

type Hide = (id: unknown, owner: Pick<TestUser, 'id'>) => Promise<unknown>

const leave: Hide = (_, owner) =>
  t.db
    .updateTable('users')
    .set({ deletion_due_at: new Date(Date.now() + 1e9) })
    .where('id', '=', owner.id)
    .execute()

const waysToLeave: Record<'listing' | 'user', Record<string, Hide>> = {
  listing: {
    'hidden by its owner': (id) => changeListing(id, { status: 'HIDDEN' }),
    'hidden by an administrator': (id) => changeListing(id, { status: 'HIDDEN', hidden_by_moderator: true }),
    deleted: (id) => changeListing(id, { deleted_at: new Date() }),
    async 'held back'(id, owner) {
      await changeListing(id, { status: 'HIDDEN', hidden_by_moderator: true })
      const hold = {
        kind: 'LISTING' as const,
        rule: 'COPIES' as const,
        owner_id: owner.id,
        listing_id: Number(id),
      }
      await t.db.insertInto('holds').values(hold).execute()
    },
    async 'of a banned account'(id, owner) {
      await changeListing(id, {})
      await ban(t, owner as TestUser)
    },
    async 'of an account that leaves'(id, owner) {
      await changeListing(id, {})
      await leave(id, owner)
    },
  },
  user: {
    banned: (_, owner) => ban(t, owner as TestUser),
    'about to leave': leave,
    gone: (_, owner) => sql`update users set deleted_at = now() where id = ${owner.id}`.execute(t.db),
  },
}

/** The page of a deleted listing shows that, and similar ones: such reads are left out. */
const stillAnswered: Partial<Record<Key, string>> = {
  'GET /api/listings/:id/similar': 'deleted',
  'POST /api/listings/:id/view': 'deleted',
}

/** The number in a request that is of a thing of that kind. */
function idIn({ params, body }: AnyRequest): number {
  const id = params?.id ?? body?.listingId ?? body?.targetId ?? body?.userId ?? body?.sellerId
  return Number(id)
}

async function ownerOf(kind: 'listing' | 'user', id: number): Promise<{ id: number }> {
  if (kind === 'user') return { id }
  const { seller_id } = await t.db
    .selectFrom('listings')
    .select('seller_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id: seller_id }
}

describe.each(['listing', 'user'] as const)(
  '[IDOR-AWAY] requests that name a %s that is not public',
  (kind) => {
    const concerned = keys.filter((key) => kinds[key as keyof typeof kinds] === kind)
    const ways = Object.entries(waysToLeave[kind])
    test.each(concerned.flatMap((key) => ways.map(([way, hide]) => ({ key, way, hide }))))(
      '$key: $way',
      async ({ key, way, hide }) => {
        for (const role of ['visitor', 'user'] as const) {
          const { caller, request } = await prepare(t, key, role)
          const id = idIn(request)
          await hide(id, await ownerOf(kind, id))
          const before = await fingerprint()
          const answer = await send(t, key, { caller, request })
          const expected = stillAnswered[key] === way ? [200, 204] : [401, 403, 404, 410]
          expect(expected, `${role}: ${answer.status} ${answer.text}`).toContain(answer.status)
          expect(answer.text).not.toContain(secret)
          expect(await fingerprint()).toBe(before)
        }
      },
    )
  },
)

test('[IDOR-KINDS] every endpoint that takes an id and is not only for its owner or administrators is in the table, and no other', () => {
  const takesId = (key: Key) => {
    const { access, body } = endpointOf(key)
    // tests/roles.test.ts calls them as everybody.
    if (access === 'owner' || access === 'admin') return false
    const names = Object.keys((body && jsonSchema(body, 'input').properties) ?? {})
    return key.includes('/:') || names.some((name) => /^ids?$|Id$/.test(name) && name !== 'clientId')
  }
  expect(Object.keys(kinds).sort()).toEqual(keys.filter(takesId).sort())
})

describe('[IDOR-BLOCKED] blocked users', () => {
  const speaking: Key[] = ['POST /api/threads', 'POST /api/listings/:id/questions']
  test.each(speaking)('%s is refused, whichever of the two blocked', async (key) => {
    for (const isBlocker of [false, true]) {
      const { caller, request } = await prepare(t, key, 'user')
      const owner = await ownerOf('listing', idIn(request))
      const [blocker, blocked] = isBlocker ? [caller, owner] : [owner, caller]
      const block = { blocker_id: blocker?.id ?? 0, blocked_id: blocked?.id ?? 0 }
      await t.db.insertInto('blocks').values(block).execute()
      const before = await fingerprint()
      expect((await send(t, key, { caller, request })).status).toBe(403)
      expect(await fingerprint()).toBe(before)
    }
  })

  test('an existing conversation accepts no message of either', async () => {
    const { caller, request } = await prepare(t, 'POST /api/threads/:id/messages', 'owner')
    const { seller_id, buyer_id } = await t.db
      .selectFrom('threads')
      .select(['seller_id', 'buyer_id'])
      .where('id', '=', idIn(request))
      .executeTakeFirstOrThrow()
    await t.db.insertInto('blocks').values({ blocker_id: seller_id, blocked_id: buyer_id }).execute()
    const before = await fingerprint()
    expect((await send(t, 'POST /api/threads/:id/messages', { caller, request })).status).toBe(403)
    expect(await fingerprint()).toBe(before)
  })
})

test('[IDOR-PHOTO] nobody can use a picture that another user uploaded', async () => {
  const [ada, bola] = [await t.user(), await t.user()]
  const photo = await insertUpload(t, ada)
  const { id } = await prepareThread(bola)
  const draft = await listingDraft(t, bola, { photos: [photo] })
  const before = await fingerprint()
  const calls: [Key, AnyRequest][] = [
    ['POST /api/listings', { body: draft }],
    ['PATCH /api/settings/profile', { body: { avatarUrl: photo } }],
    ['POST /api/threads/:id/messages', { params: { id }, body: { attachment: photo } }],
  ]
  for (const [key, request] of calls)
    expect([key, (await send(t, key, { caller: bola, request })).status]).toEqual([key, 400])
  expect(await fingerprint()).toBe(before)
})

async function prepareThread(buyer: TestUser): Promise<{ id: number }> {
  const { request } = await prepare(t, 'POST /api/threads', 'user')
  return buyer.api('POST /api/threads', { body: { listingId: idIn(request) } })
}
