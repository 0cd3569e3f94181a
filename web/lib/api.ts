import { type DataTag, queryOptions } from '@tanstack/react-query'
import { buildUrl, createClient, type RawResponse } from '#shared/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import type { RequestOf, ShownOf } from '#shared/endpoint.ts'
import { emitMutation, emitUnauthenticated } from './api-events.ts'
import { copiedAtHeader } from './offline-caches.ts'
import { recordCopy } from './offline-copies.ts'
import type { Page } from './query-client.ts'
import { noteServerAhead } from './server-time.ts'
import { makeUniqueId } from './unique-id.ts'

/** Milliseconds. The server closes a connection on which nothing moved for so long: no response comes after that. */
export const responseTimeout = 120_000

/**
 * Idempotency keys of writes without a response, keyed by request: a repeated request reuses its key, so it takes effect once.
 */
const unanswered = new Map<string, string>()

async function send(
  method: string,
  url: string,
  body?: unknown,
  endpoint?: keyof Contract,
): Promise<RawResponse> {
  const json = body === undefined ? undefined : JSON.stringify(body)
  const address = `${method} ${url} `
  const fingerprint = address + json
  const headers: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' }
  if (method !== 'GET') {
    const key = unanswered.get(fingerprint) ?? makeUniqueId()
    unanswered.set(fingerprint, key)
    headers['idempotency-key'] = key
  }
  const response = await fetch(url, {
    method,
    credentials: 'include',
    headers,
    signal: AbortSignal.timeout(responseTimeout),
    ...(json ? { body: json } : {}),
  })
  const { status, statusText, headers: answered } = response
  const copiedAt = answered.get(copiedAtHeader)
  if (!copiedAt) noteServerAhead(Date.parse(answered.get('date') ?? '') - Date.now())
  if (method === 'GET') recordCopy(url, copiedAt)
  else if (response.ok && endpoint) emitMutation(endpoint)
  const text = await response.text()
  // Not before: the caller of a response that broke off sends the request again. A PATCH ends those of other values, too: the earlier value,
  // set again after this one, is a new write.
  const ended = method === 'PATCH' ? address : fingerprint
  if (status < 500)
    for (const write of unanswered.keys()) if (write.startsWith(ended)) unanswered.delete(write)
  // After the body: the query fails in the same task, so no navigation happens in between. A page that mounts
  // later finds the failed query and sends it again.
  if (status === 401) emitUnauthenticated(endpoint ?? `${method} ${url.split('?')[0]}`)
  return { status, statusText, headers: answered, text }
}

/** GETs an address of the API with the browser's cookies. */
export const get = (url: string) => send('GET', url)

/** The typed API of the browser: `api('POST /api/listings', { body })`. Rejects with ApiError. */
export const api = createClient(send)

type GetKey = Extract<keyof Contract, `GET ${string}`>
type CallArguments<K extends GetKey> =
  unknown extends RequestOf<Contract[K]> ? [] : [request: RequestOf<Contract[K]>]

/** The query key of a GET endpoint: its address in segments, so that a prefix invalidates all below it. It has the type of the response. */
export function queryKeyOf<K extends GetKey>(
  key: K,
  ...[request]: CallArguments<K>
): DataTag<string[], ShownOf<Contract[K]>> {
  const { params, query } = (request ?? {}) as {
    params?: Record<string, number>
    query?: Record<string, unknown>
  }
  const url = buildUrl(key.slice('GET '.length), params, query)
  const [, root, first, ...rest] = url.split('/')
  return [`/${root}/${first}`, ...rest] as DataTag<string[], ShownOf<Contract[K]>>
}

/** Query options of a GET endpoint, typed by the contract. */
export function apiQuery<K extends GetKey>(key: K, ...request: CallArguments<K>) {
  return queryOptions<ShownOf<Contract[K]>>({ queryKey: queryKeyOf(key, ...request) })
}

/** Query options of a GET endpoint that returns a page of a list. */
export function apiPageQuery<K extends GetKey>(key: K, ...request: CallArguments<K>) {
  type Item = ShownOf<Contract[K]> extends (infer T)[] ? T : never
  return queryOptions<Page<Item>>({ queryKey: queryKeyOf(key, ...request), meta: { page: true } })
}
