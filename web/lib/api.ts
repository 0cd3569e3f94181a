import { queryOptions } from '@tanstack/react-query'
import { type Answer, buildUrl, createClient } from '#shared/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import type { RequestOf, ResponseOf } from '#shared/endpoint.ts'
import { sayDone } from './deeds.ts'
import { noteKept } from './kept.ts'
import type { Page } from './reader.ts'
import { keptHeader } from './seen-caches.ts'
import { saySignedOut } from './signed-out.ts'
import { makeUniqueId } from './unique-id.ts'

/** Idempotency keys of writes that nobody answered, by what they asked: asked again, they are not done twice. */
const unanswered = new Map<string, string>()

async function send(method: string, url: string, body?: unknown): Promise<Answer> {
  const json = body === undefined ? undefined : JSON.stringify(body)
  const asked = `${method} ${url} ${json}`
  const headers: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' }
  if (method !== 'GET') {
    const key = unanswered.get(asked) ?? makeUniqueId()
    unanswered.set(asked, key)
    headers['idempotency-key'] = key
  }
  const response = await fetch(url, {
    method,
    credentials: 'include',
    headers,
    ...(json ? { body: json } : {}),
  })
  if (response.status < 500) unanswered.delete(asked)
  return readResponse(method, url, response)
}

async function readResponse(method: string, url: string, response: Response): Promise<Answer> {
  const { status, statusText, headers } = response
  if (method === 'GET') noteKept(url, headers.get(keptHeader))
  else if (response.ok) sayDone(method, url)
  if (status === 401) saySignedOut(method, url)
  return { status, statusText, headers, text: await response.text() }
}

/** GETs an address of the API with the browser's cookies. */
export const get = (url: string) => send('GET', url)

/** The typed API of the browser: `api('POST /api/listings', { body })`. Rejects with ApiError. */
export const api = createClient(send)

type GetKey = Extract<keyof Contract, `GET ${string}`>
type Request<K extends GetKey> =
  unknown extends RequestOf<Contract[K]> ? [] : [request: RequestOf<Contract[K]>]

/** The query key of a GET endpoint: its address in segments, so that a prefix invalidates all below it. */
export function keyOf<K extends GetKey>(key: K, ...[request]: Request<K>): string[] {
  const { params, query } = (request ?? {}) as {
    params?: Record<string, number>
    query?: Record<string, unknown>
  }
  const url = buildUrl(key.slice('GET '.length), params, query)
  const [, root, first, ...rest] = url.split('/')
  return [`/${root}/${first}`, ...rest]
}

/** Query options of a GET endpoint, typed by the contract; read by the universal reader. */
export function apiQuery<K extends GetKey>(key: K, ...request: Request<K>) {
  return queryOptions<ResponseOf<Contract[K]>>({ queryKey: keyOf(key, ...request) })
}

/** The same for an endpoint that answers a page of a list. */
export function apiPageQuery<K extends GetKey>(key: K, ...request: Request<K>) {
  type Item = ResponseOf<Contract[K]> extends (infer T)[] ? T : never
  return queryOptions<Page<Item>>({ queryKey: [...keyOf(key, ...request)], meta: { page: true } })
}
