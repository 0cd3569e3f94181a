import { expect, test } from 'vitest'
import { adminPath, adminReads, changeAdmin, readAdmin } from './admin-url.ts'

const read = (text: string) => readAdmin(new URLSearchParams(text))

test('[ADMIN-TABS] an address says the tab and its filters; what it says amiss is left out', () => {
  expect(read('')).toEqual({ tab: 'listings' })
  expect(read('tab=__proto__')).toEqual({ tab: 'listings' })
  expect(read('tab=nothing&page=0&limit=7&status=NEW&sort=views&category=x')).toEqual({ tab: 'listings' })
  expect(read('tab=reports&status=NEW&sellerId=3&page=2')).toEqual({
    tab: 'reports',
    status: 'NEW',
    page: '2',
  })
  expect(read('tab=held&decision=OPEN&kind=MESSAGE&status=NEW')).toEqual({
    tab: 'held',
    kind: 'MESSAGE',
    decision: 'OPEN',
  })
  expect(read('tab=users&q=+ada+&limit=50')).toEqual({ tab: 'users', q: 'ada', limit: '50' })
})

test('[ADMIN-TABS] an address carries what is not as usual, and reads back the same', () => {
  expect(adminPath({ tab: 'listings', page: '1', limit: '20', sort: 'createdAt:desc' })).toBe('/admin#desk')
  const state = { tab: 'listings', q: 'rice & beans', deleted: 'true', sort: 'price:asc', page: '3' } as const
  const path = adminPath(state)
  expect(path).toBe('/admin?q=rice+%26+beans&deleted=true&sort=price%3Aasc&page=3#desk')
  expect(read(new URL(path, 'https://oja.example').search)).toEqual(state)
})

test('[ADMIN-TABS] other filters begin at the first page', () => {
  const state = { tab: 'users', q: 'ada', page: '4' } as const
  expect(changeAdmin(state, { q: 'bola' })).toEqual({ tab: 'users', q: 'bola' })
  expect(changeAdmin(state, { page: '5' }).page).toBe('5')
})

test('[ROUTE-ADMIN] the first read is the one that tells whether there is a dashboard', () => {
  for (const tab of ['listings', 'users', 'reports', 'held', 'history'])
    expect(adminReads(new URLSearchParams({ tab }))[0]?.queryKey).toEqual(['/api/admin', 'stats'])
})
