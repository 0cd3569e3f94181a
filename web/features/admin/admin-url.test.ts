import { expect, test } from 'vitest'
import { ModerationAct } from '#shared/contract/admin.ts'
import { AppealOutcome } from '#shared/contract/appeals.ts'
import { ListingStatus } from '#shared/contract/listing-values.ts'
import { QueueDecision, QueueItemKind } from '#shared/contract/moderation-queue.ts'
import { ReportStatus } from '#shared/contract/reports.ts'
import { adminPath, adminQueries, changeAdmin, readAdmin } from './admin-url.ts'

const read = (text: string) => readAdmin(new URLSearchParams(text))

test('[ADMIN-TABS] an address contains the tab and its filters; invalid values are ignored', () => {
  expect(read('')).toEqual({ tab: 'reports' })
  expect(read('status=SOLD')).toEqual({ tab: 'listings', status: 'SOLD' })
  expect(read('tab=__proto__')).toEqual({ tab: 'listings' })
  expect(read('tab=nothing&page=0&limit=7&status=NEW&sort=views&category=x')).toEqual({ tab: 'listings' })
  expect(read('tab=reports&since=0000-01-01')).toEqual({ tab: 'reports' })
  expect(read('tab=reports&reason=Spam&since=2026-02-30&until=2026-03-01&sort=price:asc&view=x')).toEqual({
    tab: 'reports',
    reason: 'Spam',
    until: '2026-03-01',
  })
  expect(read(`tab=reports&reason=${'x'.repeat(121)}`).reason).toBe('x'.repeat(100))
  expect(read('tab=reports&status=NEW&sellerId=3&reason=Spam&page=2')).toEqual({
    tab: 'reports',
    view: 'all',
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

test('[ADMIN-TABS] an address contains only non-default values, and parses to the same state', () => {
  expect(adminPath({ tab: 'listings', page: '1', limit: '20', sort: 'createdAt:desc' })).toBe(
    '/admin?tab=listings#desk',
  )
  const state = { tab: 'listings', q: 'rice & beans', deleted: 'true', sort: 'price:asc', page: '3' } as const
  const path = adminPath(state)
  expect(path).toBe('/admin?tab=listings&q=rice+%26+beans&deleted=true&sort=price%3Aasc&page=3#desk')
  expect(read(new URL(path, 'https://oja.example').search)).toEqual(state)
})

test('[ADMIN-TABS] other filters begin at the first page', () => {
  const state = { tab: 'users', q: 'ada', page: '4' } as const
  expect(changeAdmin(state, { q: 'bola' })).toEqual({ tab: 'users', q: 'bola' })
  expect(changeAdmin(state, { page: '5' }).page).toBe('5')
})

test('[ADMIN-TABS] every value that the API filters by stays in the address', () => {
  const filters = [
    ['listings', 'status', ListingStatus.options],
    ['users', 'status', ['BANNED']],
    ['reports', 'status', ReportStatus.options],
    ['held', 'kind', QueueItemKind.options],
    ['held', 'decision', ['OPEN', ...QueueDecision.options]],
    ['appeals', 'outcome', ['OPEN', ...AppealOutcome.options]],
    ['history', 'targetType', ModerationAct.shape.targetType.options],
  ] as const
  for (const [tab, name, values] of filters)
    for (const value of values)
      expect(read(`tab=${tab}&${name}=${value}`)[name], `${tab} ${name}`).toBe(value)
})

test('[ROUTE-ADMIN] the first read is the one that decides whether there is a dashboard', () => {
  for (const tab of ['listings', 'users', 'reports', 'held', 'history', 'trends'])
    expect(adminQueries(new URLSearchParams({ tab }))[0]?.queryKey).toEqual(['/api/admin', 'stats'])
})
