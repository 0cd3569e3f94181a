import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { hashPassword } from '#server/core/session/password.ts'
import type { Db } from '#server/db/pool.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { insertMessage, insertThread } from '#tests/support/threads.ts'
import { type CodeStore, insertReset } from '../support/accounts.ts'
import { insertListing, insertUpload } from '../support/listings.ts'
import { callers } from './fuzz-request.ts'
import { type Schema, typesOf } from './schema-parts.ts'
import { type Restore, takeSnapshot } from './snapshot.ts'
import type { Hints } from './valid-values.ts'

const password = 'a good password'
const photosEach = 12

/** People and things that requests name by small numbers. */
export interface World {
  hints: Hints
  /** The token of one of the caller's sessions; undefined for a visitor. */
  token(caller: string, session: number): string | undefined
  /** Replaces placeholders by values that no arbitrary can generate (addresses of uploads, codes). */
  fillIn(caller: string, text: string): string
  restore: Restore
}

/** The placeholders of `fillIn`: `{{photo:3}}`, `{{code:3}}`. */
const placeholder = /\{\{(\w+):(\w+)\}\}/g

export async function createWorld({ db, env }: CodeStore): Promise<World> {
  const people: { id: number; email: string }[] = []
  const hash = await hashPassword(password)
  const tokens = new Map<string, string>()
  const photos = new Map<string, string>()
  for (const name of [...callers.slice(1), 'dan', 'efe', 'fola', 'gbenga']) {
    const number = people.length + 1
    const person = await db
      .insertInto('users')
      .values({
        email: `${name}@example.com`,
        username: name,
        full_name: `${name} of Ikeja`,
        phone: `+234000000000${number}`,
        password_hash: hash,
        role: name === 'admin' || name === 'fola' ? 'ADMIN' : 'USER',
        email_verified_at: name === 'efe' ? null : new Date(),
        banned_at: name === 'gbenga' ? new Date() : null,
      })
      .returning(['id', 'email'])
      .executeTakeFirstOrThrow()
    people.push(person)
    for (let session = 0; session < 4; session += 1) {
      const token = randomBytes(32).toString('base64url')
      const expires_at = new Date(Date.now() + 86_400_000)
      // Two of them count as freshly confirmed, however long the run takes.
      const authenticated_at = session < 2 ? expires_at : new Date()
      const row = { token_hash: hashToken(token), user_id: person.id, expires_at, authenticated_at }
      await db.insertInto('sessions').values(row).execute()
      tokens.set(`${name} ${session}`, token)
    }
    for (let photo = 0; photo < photosEach; photo += 1)
      photos.set(`${name} ${photo}`, await insertUpload({ db }, person))
  }
  await fill(db, people)
  const codes = await createCodes({ db, env }, people)
  return {
    hints: hintsFor(people.map(({ email }) => email)),
    token: (caller, session) => tokens.get(`${caller} ${session % 4}`),
    fillIn: (caller, text) =>
      text.replace(placeholder, (all, kind: string, which: string) =>
        kind === 'photo'
          ? (photos.get(`${caller} ${which}`) ?? photos.get(`ada ${which}`) ?? all)
          : (codes[which] ?? all),
      ),
    restore: await takeSnapshot(db),
  }
}

/** Listings in every state, with questions, messages and reviews. */
async function fill(db: Db, people: { id: number; email: string }[]): Promise<void> {
  const at = (number: number) => people[number % people.length] as { id: number }
  for (let number = 0; number < 24; number += 1) {
    const [seller, buyer] = [at(number), at(number + 1)]
    const listing_id = await insertListing({ db }, seller, {
      hidden_by_moderator: number % 6 === 5,
      status:
        number % 6 === 5 ? 'HIDDEN' : number % 8 === 7 ? 'SOLD' : number % 11 === 10 ? 'HIDDEN' : 'ACTIVE',
      deleted_at: number === 20 ? new Date() : null,
      category_id: (number % 9) + 1,
      price: (number + 1) * 1_000_000,
    })
    const question = { listing_id, asker_id: buyer.id, question: 'Does the charger come with it?' }
    await db.insertInto('questions').values(question).execute()
    const thread = await insertThread({ db }, seller, buyer, { listing_id })
    for (const sender of [buyer, seller]) await insertMessage({ db }, thread, sender)
    const report = { reporter_id: buyer.id, target_type: 'LISTING' as const, target_id: listing_id }
    await db
      .insertInto('reports')
      .values({ ...report, reason: 'Wrong category' })
      .execute()
    await db.insertInto('favorites').values({ user_id: buyer.id, listing_id }).execute()
    if (number % 6 === 5) {
      const hold = { kind: 'LISTING' as const, rule: 'COPIES' as const, owner_id: seller.id, listing_id }
      await db.insertInto('holds').values(hold).execute()
    }
  }
}

/** Reset codes that were sent and not used. */
async function createCodes(
  t: CodeStore,
  people: { id: number; email: string }[],
): Promise<Record<string, string>> {
  const codes: Record<string, string> = {}
  for (const { id, email } of people) codes[id] = await insertReset(t, { id, email })
  return codes
}

/** Ids of the rows made by `fill`, and sometimes of nothing. */
const id = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1, max: 24 }) },
  fc.constantFrom(999, 2_147_483_647),
)
const photo = fc.oneof(
  { weight: 9, arbitrary: fc.nat(photosEach - 1).map((number) => `{{photo:${number}}}`) },
  fc.constant('https://elsewhere.example/x.jpg'),
)

function hintsFor(emails: string[]): Hints {
  const known: Record<string, fc.Arbitrary<unknown>> = {
    id,
    ids: id,
    upTo: fc.integer({ min: 1, max: 60 }),
    categoryId: fc.integer({ min: 1, max: 9 }),
    email: fc.oneof(
      fc.constantFrom(...emails),
      fc.nat(100_000).map((number) => `new${number}@example.com`),
    ),
    password: fc.constant(password),
    currentPassword: fc.constant(password),
    phone: fc.integer({ min: 7_000_000_000, max: 9_999_999_999 }).map((number) => `+234${number}`),
    photos: photo,
    avatarUrl: fc.option(photo),
    attachment: fc.option(photo),
    code: fc.oneof(
      fc.integer({ min: 1, max: emails.length }).map((person) => `{{code:${person}}}`),
      fc.constant('123456'),
    ),
    search: fc.constantFrom('tecno', 'spark 20', 'phone charger ikeja', 'teccno', 'ọjà', 'a'),
    q: fc.constantFrom('tec', 'ada', 'clean', 'sp', 'ọj'),
    cursor: fc.constantFrom('', ...cursors),
  }
  return (name, schema) =>
    Object.hasOwn(known, name) ? known[name] : /Id$/.test(name) && isNumber(schema) ? id : undefined
}

const isNumber = (schema: Schema) => typesOf(schema).some((type) => type === 'integer' || type === 'number')

/** Cursors in this server's format, with other values. */
const cursors = [
  ['latest', 1_700_000_000_000, 5, 0, false, 24, true],
  ['price-asc', 1_000_000, 5, 0, false, 24, true],
  ['relevance', 1_700_000_000_000, 5, 1, true, 24, false],
  ['latest', 253_402_300_799_999, 2_147_483_647, 1, true, 2 ** 53, true],
  ['latest', -1, null, {}, [], 'x'],
  ['2026-01-01T00:00:00.000Z', 5],
  { length: 7 },
].map((cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url'))
