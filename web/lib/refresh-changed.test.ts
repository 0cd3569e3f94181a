import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryKeyOf } from './api.ts'
import { createQueryClient } from './query-client.ts'
import { markOld, refreshChanged, type WriteKey } from './refresh-changed.ts'

const params = { id: 7 }
const reads = {
  browse: queryKeyOf('GET /api/listings', { query: { search: 'lamp' } }),
  categories: queryKeyOf('GET /api/categories'),
  conversation: queryKeyOf('GET /api/threads/:id', { params }),
  favourites: queryKeyOf('GET /api/favorites/listings'),
  listing: queryKeyOf('GET /api/listings/:id', { params }),
  messages: queryKeyOf('GET /api/threads/:id/messages', { params, query: {} }),
  profile: queryKeyOf('GET /api/users/:id', { params }),
  questions: queryKeyOf('GET /api/listings/:id/questions', { params, query: {} }),
  reports: queryKeyOf('GET /api/admin/reports', { query: {} }),
  settings: queryKeyOf('GET /api/settings'),
}

async function staleAfter(write: WriteKey): Promise<string[]> {
  const client = createQueryClient(() => Promise.reject(new Error('Nothing is on the screen.')))
  for (const queryKey of Object.values<string[]>(reads)) client.setQueryData(queryKey, {})
  await refreshChanged(client, write)
  return Object.entries(reads)
    .filter(([, queryKey]) => client.getQueryState(queryKey)?.isInvalidated)
    .map(([name]) => name)
}

const listings = ['browse', 'conversation', 'favourites', 'listing', 'profile', 'questions']

test.each<[WriteKey, string[]]>([
  ['PATCH /api/listings/:id', listings],
  ['PATCH /api/settings/profile', listings],
  ['POST /api/admin/users/:id/ban', [...listings, 'reports']],
  ['PATCH /api/admin/reports/:id', ['reports']],
  ['POST /api/threads', ['conversation']],
  ['PATCH /api/questions/:id/answer', ['questions']],
  ['POST /api/auth/logout', []],
])('[REFRESH-CHANGED] after %s', async (write, expected) => {
  expect(await staleAfter(write)).toEqual(expected)
})

test('[REFRESH-CHANGED] what was read before the write and arrives after it is not shown', async () => {
  const arrivals: ((text: string) => void)[] = []
  const client = createQueryClient(async () => {
    const text = await new Promise<string>((arrive) => arrivals.push(arrive))
    return { status: 200, statusText: '', headers: { get: () => null }, text }
  })
  const observer = new QueryObserver(client, { queryKey: reads.listing })
  const stop = observer.subscribe(() => undefined)
  await expect.poll(() => arrivals.length).toBe(1)
  const refreshed = refreshChanged(client, 'PATCH /api/listings/:id')
  await expect.poll(() => arrivals.length).toBe(2)
  arrivals[1]?.('"after"')
  arrivals[0]?.('"before"')
  await refreshed
  expect(observer.getCurrentResult().data).toBe('after')
  stop()
})

test('[REFRESH-CHANGED] a link to a part of a page makes all that was read for the page old, without reading it at once', () => {
  const client = createQueryClient(() => Promise.reject(new Error('It is read by the next page.')))
  for (const queryKey of Object.values<string[]>(reads)) client.setQueryData(queryKey, {})
  const observer = new QueryObserver(client, { queryKey: reads.listing })
  const stop = observer.subscribe(() => undefined)
  markOld(client, '/listings/7#questions')
  const old = Object.entries(reads).filter(([, key]) => client.getQueryState(key)?.isInvalidated)
  expect(old.map(([name]) => name)).toEqual(['listing', 'questions'])
  expect(observer.getCurrentResult().isFetching).toBe(false)
  stop()
})
