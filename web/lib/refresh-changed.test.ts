import { expect, test } from 'vitest'
import { keyOf } from './api.ts'
import { createQueryClient } from './query-client.ts'
import { refreshChanged, type WriteKey } from './refresh-changed.ts'

const params = { id: 7 }
const reads = {
  browse: keyOf('GET /api/listings', { query: { search: 'lamp' } }),
  categories: keyOf('GET /api/categories'),
  conversation: keyOf('GET /api/threads/:id', { params }),
  favourites: keyOf('GET /api/favorites/listings'),
  listing: keyOf('GET /api/listings/:id', { params }),
  messages: keyOf('GET /api/threads/:id/messages', { params, query: {} }),
  profile: keyOf('GET /api/users/:id', { params }),
  questions: keyOf('GET /api/listings/:id/questions', { params }),
  reports: keyOf('GET /api/admin/reports', { query: {} }),
  settings: keyOf('GET /api/settings'),
}

async function staleAfter(write: WriteKey): Promise<string[]> {
  const client = createQueryClient(() => Promise.reject(new Error('Nothing is on the screen.')))
  for (const queryKey of Object.values(reads)) client.setQueryData(queryKey, {})
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
