import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startProduction } from './security/headers-production.ts'
import { endedOrBlocked } from './support/interleave.ts'
import { insertListing } from './support/listings.ts'
import type { TestApp } from './support/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startProduction()
})
afterAll(() => t.close())

/** Whether a page would begin at once. Microtasks alone run meanwhile, so no time passes. */
async function isIdle(): Promise<boolean> {
  let isOver = false
  t.app.writePriority.idle().then(() => {
    isOver = true
  })
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  return isOver
}

test('a write has priority from its beginning until its response', async () => {
  const ada = await t.user()
  const listingId = await insertListing(t, await t.user())
  expect(await isIdle()).toBe(true)
  const saving = await t.db.transaction().execute(async (tx) => {
    await tx.selectFrom('listings').select('id').where('id', '=', listingId).forUpdate().execute()
    const call = ada.api('POST /api/favorites', { body: { listingId } })
    await endedOrBlocked(t, call)
    expect(await isIdle()).toBe(false)
    return { call }
  })
  await saving.call
  expect(await isIdle()).toBe(true)
})

test('a page waits for writes before its reads and before it is rendered', async () => {
  const steps: string[] = []
  const { writePriority, pageQueries } = t.app
  const read = pageQueries.read.bind(pageQueries)
  vi.spyOn(pageQueries, 'read').mockImplementation((...args) => {
    steps.push('read')
    return read(...args)
  })
  vi.spyOn(writePriority, 'idle').mockImplementation(async () => {
    steps.push('wait')
  })
  expect((await t.app.inject('/listings')).statusCode).toBe(200)
  expect([steps[0], steps.at(-1)]).toEqual(['wait', 'wait'])
  expect(steps.filter((step) => step === 'wait')).toHaveLength(2)
  expect(steps).toContain('read')
  vi.restoreAllMocks()
})
