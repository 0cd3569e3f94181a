import type { Contract } from './contract/index.ts'
import type { RequestOf, ResponseOf } from './endpoint.ts'
import type { Problem } from './errors.ts'

/** A response with its body, common to `fetch` and Fastify's `inject`. */
export interface RawResponse {
  status: number
  statusText: string
  headers: { get(name: string): string | null }
  text: string
}

/** Sends a call; `endpoint` is its key in the contract. */
export type Send = (method: string, url: string, body: unknown, endpoint: EndpointKey) => Promise<RawResponse>

/**
 * A failed call. The message is the specified one (section 8): status, colon, space, response text. `problem`
 * is the parsed body if it is problem details; its `detail` is the sentence for people. As JSON, in the state of a rendered page, it is
 * without its message.
 */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem | undefined

  constructor(response: RawResponse) {
    super(`${response.status}: ${response.text || response.statusText}`)
    this.name = 'ApiError'
    this.status = response.status
    this.problem = parseProblem(response.text)
  }
}

function parseProblem(text: string): Problem | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value
      ? (value as Problem)
      : undefined
  } catch {
    return undefined
  }
}

type Params = Record<string, string | number>
type Query = Record<string, unknown>

/** Fills `:id` in a contract path and appends the query; empty, null and undefined values are left out. */
export function buildUrl(path: string, params: Params = {}, query: Query = {}): string {
  const filled = path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `${filled}?${text}` : filled
}

/** Reads a successful response as JSON (null without a body) and throws ApiError for any other. */
export function readResponse(response: RawResponse): unknown {
  if (response.status < 200 || response.status > 299) throw new ApiError(response)
  return response.text === '' ? null : JSON.parse(response.text)
}

type EndpointKey = keyof Contract
/** Without parameters there is no second argument. */
type Arguments<K extends EndpointKey> =
  unknown extends RequestOf<Contract[K]> ? [] : [request: RequestOf<Contract[K]>]

export type Client = <K extends EndpointKey>(
  key: K,
  ...args: Arguments<K>
) => Promise<ResponseOf<Contract[K]>>

/** The typed API over any transport: browser, server rendering and tests. */
export function createClient(send: Send): Client {
  return async (key, ...args) => {
    const [method = 'GET', path = ''] = key.split(' ')
    const request = (args[0] ?? {}) as {
      params?: Params
      query?: Query
      body?: unknown
    }
    const url = buildUrl(path, request.params, request.query)
    const response = await send(method, url, request.body, key)
    return readResponse(response) as never
  }
}
