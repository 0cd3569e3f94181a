import type { Contract } from './contract/index.ts'
import type { RequestOf, ResponseOf } from './endpoint.ts'
import type { Problem } from './errors.ts'

/** An answer, read: what `fetch` and Fastify's `inject` have in common. */
export interface Answer {
  status: number
  statusText: string
  headers: { get(name: string): string | null }
  text: string
}

export type Send = (method: string, url: string, body: unknown) => Promise<Answer>

/**
 * A call that did not succeed. The message is the specified one (section 8): status, colon, space, response text.
 * `problem` is the parsed answer where it is one of ours; its `detail` is the sentence for people.
 */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem | undefined

  constructor(answer: Answer) {
    super(`${answer.status}: ${answer.text || answer.statusText}`)
    this.name = 'ApiError'
    this.status = answer.status
    this.problem = parseProblem(answer.text)
  }

  /** So that a rendered page carries its failures to the browser. */
  toJSON() {
    return { name: this.name, message: this.message, status: this.status, problem: this.problem }
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

/** Reads a successful answer as JSON (null without a body) and throws ApiError for any other. */
export function readAnswer(answer: Answer): unknown {
  if (answer.status < 200 || answer.status > 299) throw new ApiError(answer)
  return answer.text === '' ? null : JSON.parse(answer.text)
}

type Endpoints = keyof Contract
/** Nothing to pass: no second argument. */
type Arguments<K extends Endpoints> =
  unknown extends RequestOf<Contract[K]> ? [] : [request: RequestOf<Contract[K]>]

export type Client = <K extends Endpoints>(key: K, ...args: Arguments<K>) => Promise<ResponseOf<Contract[K]>>

/** The typed API over any transport: browser, server rendering and tests. */
export function createClient(send: Send): Client {
  return async (key, ...args) => {
    const [method = 'GET', path = ''] = key.split(' ')
    const request = (args[0] ?? {}) as {
      params?: Params
      query?: Query
      body?: unknown
    }
    const answer = await send(method, buildUrl(path, request.params, request.query), request.body)
    return readAnswer(answer) as never
  }
}
