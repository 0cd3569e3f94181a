import type { Contract } from '#shared/contract/index.ts'
import type { RequestOf } from '#shared/endpoint.ts'
import { limits } from '#shared/limits.ts'
import { apiPageQuery, apiQuery } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { decisionNames, kindNames } from './queue-messages.ts'

export const adminTabs = {
  listings: 'Listings',
  users: 'Users',
  reports: 'Reports',
  held: 'Held back',
  appeals: 'Appeals',
  history: 'History',
  trends: 'Trends',
} as const
export type AdminTab = keyof typeof adminTabs

/** Filters of the cases; the list of all reports has a status instead. */
const caseFilters = ['targetType', 'reason', 'since', 'until', 'reporterId'] as const

/** Parameters of each tab's address besides `tab`, in their order. */
const parameters = {
  listings: ['q', 'category', 'status', 'sellerId', 'deleted', 'sort', 'page', 'limit'],
  users: ['q', 'status', 'sort', 'page', 'limit'],
  reports: ['q', 'view', 'status', ...caseFilters, 'sort', 'page', 'limit'],
  held: ['q', 'kind', 'decision', 'page', 'limit'],
  appeals: ['outcome', 'page', 'limit'],
  history: ['q', 'targetType', 'targetId', 'page', 'limit'],
  trends: [],
} as const satisfies Record<AdminTab, readonly string[]>

type Parameter = (typeof parameters)[AdminTab][number]

/** The parameters of a dashboard address, unparsed; absent ones are not set. */
export type AdminState = { tab: AdminTab } & Partial<Record<Parameter, string>>

const count = /^[1-9][0-9]{0,8}$/
const day = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const oneOf = (names: object) => ({ test: (value: string) => Object.hasOwn(names, value) })
/** Valid values; others are dropped, so that the API refuses no address of the dashboard. */
const validators: Record<Parameter, Pick<RegExp, 'test'>> = {
  q: /\S/,
  category: count,
  sellerId: count,
  targetId: count,
  reporterId: count,
  view: /^all$/,
  reason: /\S/,
  since: day,
  until: day,
  page: /^[1-9][0-9]{0,5}$/,
  limit: /^(10|20|50|100)$/,
  deleted: /^true$/,
  sort: /^\w+:(asc|desc)$/,
  status: /^(ACTIVE|SOLD|HIDDEN|NEW|REVIEWED|ACTIONED|BANNED)$/,
  targetType: /^(USER|LISTING|REPORT|MESSAGE)$/,
  kind: oneOf(kindNames),
  outcome: /^(OPEN|UPHELD|OVERTURNED)$/,
  decision: oneOf(decisionNames),
}
/** Longer values are shortened; the words of a search may be longest. */
const lengths: Partial<Record<Parameter, number>> = { reason: limits.report.reason }
const statuses: Partial<Record<AdminTab, RegExp>> = {
  listings: /ACTIVE|SOLD|HIDDEN/,
  reports: /NEW|REVIEWED|ACTIONED/,
  users: /BANNED/,
}
/** The orders of each tab; the first is the usual one. */
const sorts: Partial<Record<AdminTab, readonly string[]>> = {
  listings: ['createdAt:desc', 'createdAt:asc', 'price:desc', 'price:asc', 'title:asc', 'title:desc'],
  users: ['createdAt:desc', 'reports:desc'],
  reports: ['createdAt:asc', 'createdAt:desc'],
}
const defaults: Partial<Record<Parameter, string>> = { page: '1', limit: '20' }

const isDefault = (tab: AdminTab, name: Parameter, value: string) =>
  (name === 'sort' ? sorts[tab]?.[0] : defaults[name]) === value

/** Whether the date exists: 30 February does not. */
const isDay = (value: string) => new Date(`${value}T00:00Z`).toJSON()?.startsWith(value) ?? false

/** Without a tab the dashboard opens with the work that waits; an address with filters alone is one of the listings. */
function tabOf(search: URLSearchParams): AdminTab {
  const named = search.get('tab') ?? ''
  if (Object.hasOwn(adminTabs, named)) return named as AdminTab
  // `size` is newer than the oldest browsers (Chrome 113, Safari 17).
  return search.toString() ? 'listings' : 'reports'
}

export function readAdmin(search: URLSearchParams): AdminState {
  const tab = tabOf(search)
  const state: AdminState = { tab }
  for (const name of parameters[tab]) {
    const value = search
      .get(name)
      ?.trim()
      .slice(0, lengths[name] ?? limits.search.max)
    if (!value || !validators[name].test(value) || isDefault(tab, name, value)) continue
    if (name === 'status' && !statuses[tab]?.test(value)) continue
    if (name === 'sort' && !sorts[tab]?.includes(value)) continue
    if (name === 'targetType' && tab === 'reports' && !/USER|LISTING/.test(value)) continue
    if ((name === 'since' || name === 'until') && !isDay(value)) continue
    state[name] = value
  }
  // A status is a filter of all reports.
  if (tab === 'reports' && state.status) state.view = 'all'
  if (state.view) for (const name of caseFilters) delete state[name]
  if (state.view) delete state.sort
  return state
}

/** Anchor of the tabs: navigation within the dashboard scrolls to them. */
export const deskId = 'desk'

/** The address of a state, without default values, in a fixed order. */
export function adminPath(state: AdminState): string {
  const search = new URLSearchParams({ tab: state.tab })
  for (const name of parameters[state.tab]) {
    const value = state[name]?.trim()
    if (value && !isDefault(state.tab, name, value)) search.set(name, value)
  }
  return `${paths.admin}?${search}#${deskId}`
}

/** The address of one user among the users, or of one listing among all listings. */
export const adminUserPath = (id: number) => adminPath({ tab: 'users', q: `#${id}` })
export const adminListingPath = (id: number) => adminPath({ tab: 'listings', q: `#${id}`, deleted: 'true' })

/** The state after a change of filters: it starts at the first page. */
export function changeAdmin(state: AdminState, change: Partial<AdminState>): AdminState {
  return { ...state, page: undefined, ...change }
}

/** Whether the address sets an order or any filter besides the words. */
export const hasFilters = (state: AdminState) => ['sort' as const, ...caseFilters].some((name) => state[name])

type Query<K extends keyof Contract> = RequestOf<Contract[K]> extends { query: infer Q } ? Q : never

function requestOf<K extends keyof Contract>({ tab: _, view: __, ...rest }: AdminState): { query: Query<K> } {
  return { query: rest as Query<K> }
}

export const statsQuery = apiQuery('GET /api/admin/stats')
export const trendsQuery = apiQuery('GET /api/admin/trends')
export const categoriesQuery = apiQuery('GET /api/categories')
export const listingsQuery = (state: AdminState) =>
  apiQuery('GET /api/admin/listings', requestOf<'GET /api/admin/listings'>(state))
export const usersQuery = (state: AdminState) =>
  apiPageQuery('GET /api/admin/users', requestOf<'GET /api/admin/users'>(state))
/** Users that match the typed text. */
export const peopleQuery = (typed: string) => usersQuery({ tab: 'users', q: typed, limit: '10' })
/** The user with this id, and others with the number in their names. */
export const personQuery = (id: string) => peopleQuery(`#${id}`)
export const reportsQuery = (state: AdminState) =>
  apiPageQuery('GET /api/admin/reports', requestOf<'GET /api/admin/reports'>(state))
export const casesQuery = (state: AdminState) =>
  apiPageQuery('GET /api/admin/cases', requestOf<'GET /api/admin/cases'>(state))
export const queueQuery = (state: AdminState) =>
  apiPageQuery('GET /api/admin/held', requestOf<'GET /api/admin/held'>(state))
export const stoppedQuery = apiQuery('GET /api/admin/stopped')
export const appealsQuery = (state: AdminState) =>
  apiPageQuery('GET /api/admin/appeals', requestOf<'GET /api/admin/appeals'>(state))
export const historyQuery = (state: AdminState) =>
  apiPageQuery('GET /api/admin/history', requestOf<'GET /api/admin/history'>(state))

const tabQueries = {
  listings: listingsQuery,
  users: usersQuery,
  reports: (state: AdminState) => (state.view ? reportsQuery(state) : casesQuery(state)),
  held: queueQuery,
  appeals: appealsQuery,
  history: historyQuery,
  trends: () => trendsQuery,
}

/** Initial queries of a dashboard address. The first one shows whether the viewer has access. */
export function adminQueries(search: URLSearchParams) {
  const state = readAdmin(search)
  const list = tabQueries[state.tab](state)
  const named = state.sellerId ?? state.reporterId
  const person = named ? [personQuery(named)] : []
  const beside = state.tab === 'listings' ? [categoriesQuery] : state.tab === 'held' ? [stoppedQuery] : []
  return [statsQuery, ...beside, ...person, list]
}
