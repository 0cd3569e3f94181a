import type { Contract } from '#shared/contract/index.ts'
import type { RequestOf } from '#shared/endpoint.ts'
import { apiPageQuery, apiQuery } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'

export const adminTabs = {
  listings: 'Listings',
  users: 'Users',
  reports: 'Reports',
  held: 'Held back',
  history: 'History',
} as const
export type AdminTab = keyof typeof adminTabs

/** What each tab's address may say besides `tab`, in the order in which it carries it. */
const parameters = {
  listings: ['q', 'category', 'status', 'sellerId', 'deleted', 'sort', 'page', 'limit'],
  users: ['q', 'page', 'limit'],
  reports: ['q', 'status', 'page', 'limit'],
  held: ['q', 'kind', 'decision', 'page', 'limit'],
  history: ['targetType', 'targetId', 'page', 'limit'],
} as const satisfies Record<AdminTab, readonly string[]>

type Parameter = (typeof parameters)[AdminTab][number]

/** What an address of the dashboard asks for, as written there; absent means not asked for. */
export type AdminState = { tab: AdminTab } & Partial<Record<Parameter, string>>

const count = /^[1-9][0-9]{0,8}$/
/** What is not like this is left out, so that no address of the dashboard is refused. */
const forms: Record<Parameter, RegExp> = {
  q: /\S/,
  category: count,
  sellerId: count,
  targetId: count,
  page: /^[1-9][0-9]{0,5}$/,
  limit: /^(10|20|50|100)$/,
  deleted: /^true$/,
  sort: /^(createdAt|price|title):(asc|desc)$/,
  status: /^(ACTIVE|SOLD|HIDDEN|NEW|REVIEWED|ACTIONED)$/,
  targetType: /^(USER|LISTING|REPORT|MESSAGE)$/,
  kind: /^(LISTING|MESSAGE)$/,
  decision: /^(OPEN|RELEASE|REJECT|WITHDRAWN)$/,
}
const statuses = {
  listings: /ACTIVE|SOLD|HIDDEN/,
  reports: /NEW|REVIEWED|ACTIONED/,
  users: /^$/,
  held: /^$/,
  history: /^$/,
}
const defaults: Partial<Record<Parameter, string>> = { page: '1', limit: '20', sort: 'createdAt:desc' }

export function readAdmin(search: URLSearchParams): AdminState {
  const named = search.get('tab') ?? ''
  const tab: AdminTab = Object.hasOwn(adminTabs, named) ? (named as AdminTab) : 'listings'
  const state: AdminState = { tab }
  for (const name of parameters[tab]) {
    const value = search.get(name)?.trim().slice(0, 120)
    if (!value || !forms[name].test(value) || defaults[name] === value) continue
    if (name === 'status' && !statuses[tab].test(value)) continue
    state[name] = value
  }
  return state
}

/** Where the tabs begin on the page: going to an address of the dashboard brings them into sight. */
export const deskId = 'desk'

/** The address of a state: what is not as usual, in one order. */
export function adminPath(state: AdminState): string {
  const search = new URLSearchParams()
  if (state.tab !== 'listings') search.set('tab', state.tab)
  for (const name of parameters[state.tab]) {
    const value = state[name]?.trim()
    if (value && value !== defaults[name]) search.set(name, value)
  }
  const text = search.toString()
  return `${paths.admin}${text ? `?${text}` : ''}#${deskId}`
}

/** The state after a change of filters, which begins at its first page. */
export function changeAdmin(state: AdminState, change: Partial<AdminState>): AdminState {
  return { ...state, page: undefined, ...change }
}

type Query<K extends keyof Contract> = RequestOf<Contract[K]> extends { query: infer Q } ? Q : never

function ask<K extends keyof Contract>({ tab: _, ...rest }: AdminState): { query: Query<K> } {
  return { query: rest as Query<K> }
}

export const statsQuery = apiQuery('GET /api/admin/stats')
export const trendsQuery = apiQuery('GET /api/admin/trends')
export const categoriesQuery = apiQuery('GET /api/categories')
export const listingsQuery = (state: AdminState) =>
  apiQuery('GET /api/admin/listings', ask<'GET /api/admin/listings'>(state))
export const usersQuery = (state: AdminState) =>
  apiPageQuery('GET /api/admin/users', ask<'GET /api/admin/users'>(state))
export const reportsQuery = (state: AdminState) =>
  apiPageQuery('GET /api/admin/reports', ask<'GET /api/admin/reports'>(state))
export const heldQuery = (state: AdminState) =>
  apiPageQuery('GET /api/admin/held', ask<'GET /api/admin/held'>(state))
export const stoppedQuery = apiQuery('GET /api/admin/stopped')
export const historyQuery = (state: AdminState) =>
  apiPageQuery('GET /api/admin/history', ask<'GET /api/admin/history'>(state))

const tabQueries = {
  listings: listingsQuery,
  users: usersQuery,
  reports: reportsQuery,
  held: heldQuery,
  history: historyQuery,
}

/** What an address of the dashboard reads first. Its first read tells whether there is a dashboard at all. */
export function adminReads(search: URLSearchParams) {
  const state = readAdmin(search)
  const list = tabQueries[state.tab](state)
  const beside = { listings: [categoriesQuery], held: [stoppedQuery], users: [], reports: [], history: [] }
  return [statsQuery, ...beside[state.tab], list]
}
