import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { type Bare, startBare } from '../servers/bare.ts'
import { openRecorder, type StatementRecorder } from './statement-recorder.ts'

let app: TestApp
let bare: Bare
let recorder: StatementRecorder

beforeAll(async () => {
  app = await startTestApp()
  const url = app.env.DATABASE_URL ?? ''
  bare = await startBare(url)
  recorder = openRecorder(url)
})
afterAll(async () => {
  await recorder.close()
  await bare.stop()
  await app.close()
})

test('the bare route returns the rows that Oja returns, with the same statements', async () => {
  const { id } = await app.user()
  const ids = await insertListings(id)
  const addresses = ['/api/listings?sortBy=price-asc', '/api/listings?search=lamp&condition=USED']
  const statements = await recorder.record(addresses)
  expect(statements.every((made) => made.some(({ answers }) => answers))).toBe(true)
  expect(statements.flat().some(({ text }) => /^(begin|commit)/i.test(text))).toBe(false)
  // The page's statement is parsed and planned once, as by a server that runs for a while.
  expect(statements[0]?.find(({ answers }) => answers)?.name).toBeDefined()

  await bare.setStatements(statements)
  for (const [index, expected] of [ids, ids.slice(0, 1)].entries()) {
    const rows = (await (await fetch(`${bare.origin}/rows/${index}`)).json()) as { id: number }[]
    expect(rows.map((row) => row.id).sort()).toEqual(expected)
  }
})

test('the bare route returns cached bytes with their status and headers', async () => {
  await bare.setResponse({ status: 203, headers: { 'x-kept': 'yes' }, body: Buffer.from('kept') })
  const answer = await fetch(`${bare.origin}/bytes`)
  expect([answer.status, answer.headers.get('x-kept'), await answer.text()]).toEqual([203, 'yes', 'kept'])
})

async function insertListings(seller: number): Promise<number[]> {
  const common = {
    seller_id: seller,
    category_id: 1,
    price_type: 'FIXED',
    state: 'Lagos',
    lga: 'Ikeja',
  } as const
  const rows = await app.db
    .insertInto('listings')
    .values([
      {
        ...common,
        title: 'Desk lamp',
        description: 'Bright',
        condition: 'USED',
        price: 100_00,
        photos: '[]',
      },
      { ...common, title: 'Tall shelf', description: 'Oak', condition: 'NEW', price: 200_00, photos: '[]' },
    ])
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
