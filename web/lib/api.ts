import { queryOptions } from '@tanstack/react-query'
import { type Answer, buildUrl, createClient } from '#shared/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import type { RequestOf, ResponseOf } from '#shared/endpoint.ts'
import { sayDone } from './deeds.ts'
import { noteKept } from './kept.ts'
import type { Page } from './reader.ts'
import { keptHeader } from './seen-caches.ts'
import { saySignedOut } from './signed-out.ts'

async function send(method: string, url: string, body?: unknown): Promise<Answer> {
  const response = await fetch(url, {
    method,
    credentials: 'include',
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
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
