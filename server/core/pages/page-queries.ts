import { parse as parseQuery } from 'node:querystring'
import type { FastifyReply, FastifyRequest } from 'fastify'
import FindMyWay from 'find-my-way'
import type { RawResponse } from '#shared/client.ts'
import { AppError } from '#shared/errors.ts'
import { toAppError, toProblem } from '../http/error-handler.ts'
import { logFailure } from '../log/log-failure.ts'
import type { Call, Memoize } from '../register-endpoints.ts'
import type { Viewer } from '../session/session.ts'

declare module 'fastify' {
  interface FastifyInstance {
    pageQueries: PageQueries
  }
}

/** A GET endpoint: its handler, and the JSON Schema of what pages show of its response. */
interface ReadEndpoint {
  run(call: Call): Promise<unknown>
  schema(): Record<string, unknown>
}

/** The page's own request, whose session is read once. */
interface Reader {
  viewer: Promise<Viewer | null>
  request: FastifyRequest
  reply: FastifyReply
  memoize: Memoize
}

/** The GET endpoints, for pages rendered in this process: the same responses as over HTTP, without what no page shows (`onPages`). */
export interface PageQueries {
  add(pattern: string, endpoint: ReadEndpoint): void
  /** Never rejects: a failure is a response too, as the error handler would send it. */
  read(url: string, reader: Reader): Promise<RawResponse>
}

/** For all the reads of one page. */
export function memoizePerPage(): Memoize {
  const reads = new Map<string, Promise<unknown>>()
  return <T>(name: string, read: () => Promise<T>) => {
    const known = reads.get(name) ?? read()
    reads.set(name, known)
    return known as Promise<T>
  }
}

export function createPageQueries(): PageQueries {
  const router = FindMyWay()
  const endpoints = new Map<string, ReadEndpoint>()

  async function answer(url: string, { viewer, request, reply, memoize }: Reader): Promise<RawResponse> {
    const [path = '', search = ''] = url.split('?')
    const found = router.find('GET', path)
    const endpoint = found && endpoints.get(found.store as string)
    if (!endpoint) throw new AppError('NOT_FOUND', 'There is no such address in the API. See /api/docs.')
    const headers = new Map<string, string>()
    const result = await endpoint.run({
      viewer: await viewer,
      request,
      url,
      params: found.params,
      query: parseQuery(search),
      setHeader: (name, value) => headers.set(name, String(value)),
      memoize,
      isOfPage: true,
    })
    const text = String(reply.serializeInput(result as Record<string, unknown>, endpoint.schema()))
    return { status: 200, statusText: 'OK', headers: { get: (name) => headers.get(name) ?? null }, text }
  }

  return {
    add(pattern, endpoint) {
      endpoints.set(pattern, endpoint)
      router.on('GET', pattern, () => {}, pattern)
    },
    async read(url, reader) {
      try {
        return await answer(url, reader)
      } catch (error) {
        const known = toAppError(error)
        if (known.status >= 500) logFailure(reader.request.log, error, known, 'request failed')
        const text = JSON.stringify(toProblem(known))
        return { status: known.status, statusText: '', headers: { get: () => null }, text }
      }
    },
  }
}
