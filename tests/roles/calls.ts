import { z } from 'zod'
import { buildUrl } from '#shared/client.ts'
import { type Contract, contract } from '#shared/contract/index.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { multipart } from '../support/pictures.ts'
import type { TestApp, TestUser } from '../support/test-app.ts'
import { accountCases } from './account-cases.ts'
import { adminCases } from './admin-cases.ts'
import type { AnyCase, Cases, Role } from './cases.ts'
import type { AnyRequest, Cast } from './cast.ts'
import { dealCases } from './deal-cases.ts'
import { ban } from './fixtures.ts'
import { marketCases } from './market-cases.ts'
import { talkCases } from './talk-cases.ts'

export type Key = keyof Contract

export const keys = Object.keys(contract) as Key[]

const allCases = {
  ...marketCases,
  ...talkCases,
  ...dealCases,
  ...accountCases,
  ...adminCases,
} satisfies Cases<Contract, Cast>

export const caseOf = (key: Key): AnyCase<Cast> => allCases[key]
export const endpointOf = (key: Key): Endpoint => contract[key]

/** Status of a call that succeeds. */
export function successOf(key: Key): number {
  const { response, status } = endpointOf(key)
  return response instanceof z.ZodNull ? 204 : (status ?? 200)
}

/** What `access` promises to a role, and the case where it cannot know. */
export function expectedStatus(key: Key, role: Role): number {
  const { access } = endpointOf(key)
  const { statuses, refused } = caseOf(key)
  const isAdmin = role === 'admin' || role === 'owning admin'
  if (access === 'admin' && !isAdmin) return 404
  if ((access === 'user' || access === 'owner') && (role === 'visitor' || role === 'banned')) return 401
  if (access === 'owner' && refused && role !== 'owner' && role !== 'owning admin') return refused
  return statuses?.[role] ?? successOf(key)
}

/** A role whose call succeeds. */
export function entitledRole(key: Key): Role {
  const { access } = endpointOf(key)
  return access === 'admin' || access === 'owner' ? (access === 'admin' ? 'admin' : 'owner') : 'user'
}

/** Makes the people and things of a call by a role, and the call, which is not sent yet. */
export async function prepare(
  t: TestApp,
  key: Key,
  role: Role,
): Promise<{ caller: TestUser | null; request: AnyRequest }> {
  const caller = await makeCaller(t, role)
  const isOwner =
    role === 'owner' || role === 'owning admin' || (role === 'banned' && endpointOf(key).access === 'owner')
  const cast: Cast = { t, caller, owner: isOwner && caller ? caller : await t.user() }
  const make = caseOf(key).request ?? (() => ({}))
  if (role === 'other' && caller && endpointOf(key).access === 'owner') await make({ ...cast, owner: caller })
  return { caller, request: (await make(cast)) as AnyRequest }
}

async function makeCaller(t: TestApp, role: Role): Promise<TestUser | null> {
  if (role === 'visitor') return null
  const user = await t.user({ role: role === 'admin' || role === 'owning admin' ? 'ADMIN' : 'USER' })
  // The session's row stays here, which a ban by an administrator deletes: not even a forgotten one lets them in.
  if (role === 'banned') await ban(t, user)
  return user
}

export interface Answer {
  status: number
  text: string
}

/** Sends a request of the contract as it is, valid or not. */
export async function send(
  { app }: TestApp,
  key: Key,
  { caller, request }: { caller: TestUser | null; request: AnyRequest },
): Promise<Answer> {
  const [method = '', path = ''] = key.split(' ')
  const form = request.form && (await multipart(request.form))
  const payload = form?.payload ?? request.body
  const cookies = [caller?.cookie, request.cookies].filter(Boolean).join('; ')
  const response = await app.inject({
    method: method as 'GET',
    url: buildUrl(path, request.params as Record<string, string>, request.query),
    headers: {
      ...(cookies ? { cookie: cookies } : {}),
      ...(form ? { 'content-type': form.contentType } : {}),
    },
    ...(payload ? { payload } : {}),
  })
  return { status: response.statusCode, text: response.body }
}
