import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpointOf, expectedStatus, type Key, keys, prepare, send, successOf } from './roles/calls.ts'
import { type Role, roles } from './roles/cases.ts'
import { tablesFingerprint } from './support/table-contents.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

/** Who may do what (section 6 of the specification): every endpoint of the contract, called by everybody. */

let t: TestApp
let fingerprint: () => Promise<string>

beforeAll(async () => {
  t = await startTestApp()
  // So that an administrator who leaves is not the only one.
  await t.user({ role: 'ADMIN' })
  fingerprint = await tablesFingerprint(t)
})
afterAll(() => t.close())

interface Row {
  statuses: Record<Role, number>
  /** Whether the calls that are to be refused changed anything, in any table. */
  refusedChangedSomething: boolean
}

const rows = new Map<Key, Promise<Row>>()

/** What came of the calls of everybody, made once. */
function rowOf(key: Key): Promise<Row> {
  const row = rows.get(key) ?? callAll(key)
  rows.set(key, row)
  return row
}

async function callAll(key: Key): Promise<Row> {
  const calls = await Promise.all(
    roles.map(async (role) => ({ role, prepared: await prepare(t, key, role) })),
  )
  const isRefused = ({ role }: { role: Role }) => expectedStatus(key, role) >= 400
  const statuses: Partial<Record<Role, number>> = {}
  const sendAll = (some: typeof calls) =>
    Promise.all(
      some.map(async ({ role, prepared }) => {
        statuses[role] = (await send(t, key, prepared)).status
      }),
    )
  const before = await fingerprint()
  await sendAll(calls.filter(isRefused))
  const refusedChangedSomething = (await fingerprint()) !== before
  await sendAll(calls.filter((call) => !isRefused(call)))
  return { statuses: statuses as Row['statuses'], refusedChangedSomething }
}

describe('[MAY-ALL] every role calls every endpoint', () => {
  test.each(keys)('%s', async (key) => {
    const { statuses, refusedChangedSomething } = await rowOf(key)
    expect(statuses).toEqual(Object.fromEntries(roles.map((role) => [role, expectedStatus(key, role)])))
    expect(refusedChangedSomething).toBe(false)
  })

  const closed = keys.filter((key) => endpointOf(key).access !== 'anyone')
  const rubbish = {
    params: { id: 'rubbish' },
    query: { page: 'rubbish', limit: '-1', cursor: '\u0000' },
    body: { rubbish: [null] },
  }

  test.each(closed)('%s is refused before its request is parsed', async (key) => {
    const request = { ...rubbish, body: key.startsWith('GET ') ? undefined : rubbish.body }
    const isForAdmins = endpointOf(key).access === 'admin'
    const visitor = await send(t, key, { caller: null, request })
    expect(visitor.status).toBe(isForAdmins ? 404 : 401)
    if (!isForAdmins) return
    const user = await send(t, key, { caller: await t.user(), request })
    expect(user).toEqual(visitor)
  })
})

type May = 'yes' | 'please log in' | 'no' | 'not even there'

/** The table of section 6, written out: it does not follow the contract where somebody changes that by mistake. */
describe('the table of the specification', () => {
  const everybody = {
    visitor: 'yes',
    user: 'yes',
    other: 'yes',
    owner: 'yes',
    admin: 'yes',
    'owning admin': 'yes',
  } as const
  const signedIn = { ...everybody, visitor: 'please log in' } as const
  const notOnesOwn = { ...signedIn, owner: 'no', 'owning admin': 'no' } as const
  const owners = { ...signedIn, user: 'no', other: 'no', admin: 'no' } as const
  const admins = {
    visitor: 'not even there',
    user: 'not even there',
    other: 'not even there',
    owner: 'not even there',
    admin: 'yes',
    'owning admin': 'yes',
  } as const

  /** A banned user counts as a visitor. */
  async function check(endpoints: Key[], may: Record<Exclude<Role, 'banned'>, May>): Promise<void> {
    expect(endpoints.length).toBeGreaterThan(0)
    for (const key of endpoints) {
      const meaning = {
        yes: [successOf(key)],
        'please log in': [401],
        no: [400, 403, 404],
        'not even there': [404],
      }
      const { statuses } = await rowOf(key)
      for (const role of roles) {
        const expected = meaning[role === 'banned' ? may.visitor : may[role]]
        expect(expected, `${role}: ${key}`).toContain(statuses[role])
      }
    }
  }

  const reading: Key[] = [
    'GET /api/categories',
    'GET /api/places',
    'GET /api/listings',
    'GET /api/listings/featured',
    'GET /api/listings/latest',
    'GET /api/listings/cards',
    'GET /api/listings/search-suggestions',
    'GET /api/listings/:id',
    'GET /api/listings/:id/similar',
    'GET /api/listings/:id/price-guide',
    'GET /api/listings/:id/questions',
    'GET /api/users/:id',
    'GET /api/users/:id/listings',
    'GET /api/users/:id/trust',
    'GET /api/users/:id/reviews',
  ]

  test('[MAY-READ] everybody browses, searches, and views listings, questions and profiles', () =>
    check(reading, everybody))

  test('[MAY-ALL] besides reading, visitors sign in or up, are counted, and turn mails off by signed links; nothing else', () => {
    const open = keys.filter((key) => endpointOf(key).access === 'anyone' && !reading.includes(key))
    expect(open.sort()).toEqual([
      'GET /api/auth/challenge',
      'GET /api/auth/registration',
      'GET /api/auth/second-factor',
      'GET /api/decisions/by-link',
      'GET /api/meetings/by-link',
      'GET /api/renewals',
      'GET /api/site',
      'GET /api/transparency',
      'POST /api/appeals',
      'POST /api/auth/forgot-password',
      'POST /api/auth/login',
      'POST /api/auth/logout',
      'POST /api/auth/passkey',
      'POST /api/auth/passkey/options',
      'POST /api/auth/register-email',
      'POST /api/auth/resend-verification',
      'POST /api/auth/reset-password',
      'POST /api/auth/second-factor',
      'POST /api/auth/verify-email',
      'POST /api/auth/verify-reset-otp',
      'POST /api/listings/:id/view',
      'POST /api/renewals',
      'POST /api/unsubscribe',
    ])
  })

  test('[MAY-FAVORITES] signed-in users have favourites and my listings', () =>
    check(
      [
        'GET /api/favorites',
        'GET /api/favorites/listings',
        'POST /api/favorites',
        'DELETE /api/favorites/:id',
        'GET /api/my-listings',
        'GET /api/my-listings/counts',
        'GET /api/my-listings/statistics',
        'GET /api/drafts',
        'POST /api/drafts',
        'DELETE /api/drafts/:id',
        'GET /api/saved-searches',
        'POST /api/saved-searches',
        'DELETE /api/saved-searches/:id',
      ],
      signedIn,
    ))

  test('[MAY-DRAFTS] only its owner changes a draft', () => check(['PATCH /api/drafts/:id'], owners))

  test('[MAY-SEARCHES] only its owner changes a saved search', () =>
    check(['PATCH /api/saved-searches/:id'], owners))

  test('[MAY-CHAT] signed-in users chat, but not about their own listing', async () => {
    await check(['GET /api/threads', 'GET /api/messages/unread-count'], signedIn)
    await check(['POST /api/threads'], notOnesOwn)
  })

  test('[MAY-CHAT] only the two parties read and write a conversation, no administrator', () =>
    check(
      [
        'GET /api/threads/:id',
        'GET /api/threads/:id/messages',
        'POST /api/threads/:id/messages',
        'POST /api/threads/:id/read',
        'POST /api/threads/:id/dismiss-warnings',
        'PATCH /api/messages/:id/offer',
        'DELETE /api/messages/:id',
      ],
      owners,
    ))

  test('[MAY-NOTIFICATIONS] people read only their own notifications, administrators too', async () => {
    await check(
      ['GET /api/notifications', 'GET /api/notifications/unread-count', 'POST /api/notifications/read'],
      signedIn,
    )
    await check(['POST /api/notifications/:id/read'], owners)
  })

  test('[MAY-DEALS] only the two parties read and change a deal, no administrator', () =>
    check(
      keys.filter((key) => key.includes('/deals')),
      owners,
    ))

  test('[MAY-QUESTIONS] signed-in users ask, except the owner', () =>
    check(['POST /api/listings/:id/questions'], notOnesOwn))

  test('[MAY-QUESTIONS] only the owner answers questions and toggles them', () =>
    check(['PATCH /api/questions/:id/answer', 'PATCH /api/listings/:id/toggle-questions'], owners))

  test('[MAY-CREATE] signed-in users create listings and upload their photos', () =>
    check(['POST /api/listings', 'POST /api/uploads'], signedIn))

  test('[MAY-EDIT] only the owner edits; an administrator, only their own', () =>
    check(['PATCH /api/listings/:id'], owners))

  test('[MAY-SELL] only the owner sees who talked about a listing, and says who bought it', () =>
    check(['GET /api/listings/:id/possible-buyers', 'POST /api/listings/:id/sale'], owners))

  test('[MAY-DELETE] only the owner deletes with this call; an administrator, only their own', () =>
    check(['DELETE /api/listings/:id'], owners))

  test('[MAY-REVIEW] signed-in users review others, not themselves', () =>
    check(['POST /api/users/:id/reviews'], notOnesOwn))

  test('[MAY-REPORT] signed-in users report others and their listings, not their own', () =>
    check(['POST /api/reports'], notOnesOwn))

  test('[MAY-ADMIN] [ADMIN-OTHER] administration returns 404 to everybody else', async () => {
    const calls = keys.filter((key) => key.includes(' /api/admin/'))
    // Where there is another administrator, nobody decides about themself; nobody bans themself anyway.
    const forOthers: Key[] = [
      'POST /api/admin/users/:id/ban',
      'PATCH /api/admin/appeals/:id',
      'PATCH /api/admin/held/:id',
      'PATCH /api/admin/listings/:id',
      'PATCH /api/admin/listings/:id/feature',
      'DELETE /api/admin/listings/:id',
      'POST /api/admin/listings/bulk-delete',
      'PATCH /api/admin/reports/:id',
    ]
    expect(calls).toEqual(keys.filter((key) => endpointOf(key).access === 'admin'))
    await check(
      calls.filter((key) => !forOthers.includes(key)),
      admins,
    )
    await check(forOthers, { ...admins, 'owning admin': 'no' })
  })

  test('[MAY-ADMIN] administrators cannot be banned', async () => {
    const [admin, colleague] = [await t.user({ role: 'ADMIN' }), await t.user({ role: 'ADMIN' })]
    const request = { params: { id: colleague.id }, body: {} }
    expect(await send(t, 'POST /api/admin/users/:id/ban', { caller: admin, request })).toMatchObject({
      status: 403,
    })
    expect(await colleague.api('GET /api/auth/me')).toMatchObject({ id: colleague.id })
  })
})
