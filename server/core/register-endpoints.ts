import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Contract, contract } from '#shared/contract/index.ts'
import type { Access, Endpoint, PageHeader, ParsedRequestOf, ResponseOf } from '#shared/endpoint.ts'
import { AppError, notFound } from '#shared/errors.ts'
import type { App, Context } from '../context.ts'
import { withIdempotency } from '../db/idempotency-guard.ts'
import type { Db } from '../db/pool.ts'
import { announceNotified } from './realtime/announce-notified.ts'
import './http/validation-messages.ts'
import { idempotencyOf } from './idempotency/idempotency.ts'
import { addressLimit, type Refund } from './limits/rate-limit.ts'
import { rememberCaller } from './log/log-refusal.ts'
import { jsonSchema } from './openapi/json-schema.ts'
import { pageHeaderSetters, type SetHeader, type SettersFor } from './page-headers.ts'
import { readViewerWithFailover, readWithFailover, setWritePositionCookie } from './read-database.ts'
import { requireRecentAuthentication } from './session/authorize.ts'
import { mustHaveSecondFactor, readViewer, secondFactorRequired, type Viewer } from './session/session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's key of the route; pages, files and probes have none. */
    endpoint?: keyof Contract
  }
}

type AccessOf<K extends keyof Contract> = Contract[K]['access']
type ViewerFor<A extends Access> = A extends 'anyone' ? Viewer | null : Viewer

type PageHeadersOf<E> = E extends { headers: readonly (infer H extends PageHeader)[] }
  ? SettersFor<H>
  : unknown

/** A file is streamed; its handler names type and name in the headers. */
type ResponseBodyOf<K extends keyof Contract> =
  ResponseOf<Contract[K]> extends File ? Readable : ResponseOf<Contract[K]>

type Handler<K extends keyof Contract> = (
  input: ParsedRequestOf<Contract[K]> & {
    viewer: ViewerFor<AccessOf<K>>
    request: FastifyRequest
    /** Path and query of the call itself: a page that reads it has another `request.url`. */
    url: string
    setHeader: SetHeader
    memoize: Memoize
    /** The database of this call: the primary, or a replica if the contract's `consistency` allows it. */
    db: Db
    /** For setting cookies. Reads have none, since a page runs them without an HTTP response of their own. */
  } & PageHeadersOf<Contract[K]> &
    (K extends `GET ${string}` ? unknown : { reply: FastifyReply }),
) => Promise<ResponseBodyOf<K>>

/** Caches a read (of a listing, say) for the queries of one page; a call over HTTP has no such cache. */
export type Memoize = <T>(name: string, read: () => Promise<T>) => Promise<T>

export const readEachTime: Memoize = (_, read) => read()

/** A call before it is checked. */
export interface Call {
  viewer: Viewer | null
  request: FastifyRequest
  url: string
  params: unknown
  query: unknown
  body?: unknown
  setHeader: SetHeader
  memoize: Memoize
  /** The call is a query of a page that is rendered in this process. */
  isOfPage: boolean
  reply?: FastifyReply
}

type Services = Pick<Context, 'db' | 'disk' | 'env' | 'realtime' | 'replicas' | 'rateLimiter'>

/**
 * Registers handlers for endpoints of the contract. Every call takes the same steps: address limit, session, account limits, access
 * (role, second factor, leaving account, recent password), validation, handler, response. Fields that the response schema does not
 * declare are not sent.
 */
export function registerEndpoints(
  app: App,
  services: Services,
  handlers: { [K in keyof Contract]?: Handler<K> },
): void {
  for (const [key, handler] of Object.entries(handlers))
    registerEndpoint(app, services, key as keyof Contract, handler as Handler<keyof Contract>)
}

function registerEndpoint<K extends keyof Contract>(
  app: App,
  context: Services,
  key: K,
  handler: Handler<K>,
): void {
  const { env, db, rateLimiter } = context
  const endpoint: Endpoint = contract[key]
  const [method = '', url = ''] = key.split(' ')
  const status = endpoint.response instanceof z.ZodNull ? 204 : (endpoint.status ?? 200)
  const isMemberWrite = method !== 'GET' && endpoint.access !== 'anyone'
  const needsSecondFactor =
    isMemberWrite && mustHaveSecondFactor(env, 'USER') && endpoint.withoutSecondFactor !== 'allowed'
  const isRefusedWhileLeaving = isMemberWrite && endpoint.whileLeaving !== 'allowed'
  const isJson = status !== 204 && !(endpoint.response instanceof z.ZodFile)
  const schema = lazySchema(endpoint.response)
  const schemaOnPages = endpoint.onPages ? lazySchema(endpoint.onPages) : schema

  async function run(call: Call): Promise<ResponseBodyOf<K>> {
    const { viewer, request } = call
    checkAccess(endpoint.access, viewer)
    if (needsSecondFactor && viewer?.lacksSecondFactor) throw new AppError('FORBIDDEN', secondFactorRequired)
    if (isRefusedWhileLeaving && viewer?.isLeaving) throw new AppError('FORBIDDEN', leavingRefusal)
    if (endpoint.recentAuthentication) requireRecentAuthentication(viewer)
    const input = {
      ...call,
      params: parse(endpoint.params, call.params),
      query: parse(endpoint.query, call.query),
      body: parse(endpoint.body, call.body),
      ...(endpoint.headers && pageHeaderSetters(call.url, call.setHeader)),
    }
    const handle = (source: Db, memoize: Memoize) =>
      handler({ ...input, db: source, memoize } as unknown as Parameters<Handler<K>>[0])
    if (method !== 'GET') return handle(db, call.memoize)
    const mayLag =
      endpoint.consistency === 'replica' ||
      (endpoint.consistency === 'replica for visitor pages' && call.isOfPage && !viewer)
    return readWithFailover(context, { request, mayLag }, (source, isRepeated) =>
      handle(source, isRepeated ? readEachTime : call.memoize),
    )
  }

  /** Visitors count towards an endpoint's limit only where they may call it: elsewhere they are refused at no cost. */
  async function countCall({ viewer, request: { ip } }: Call): Promise<Refund> {
    if (viewer) await rateLimiter('default', viewer, ip)
    if (!endpoint.limit || (endpoint.access !== 'anyone' && !viewer)) return async () => {}
    return rateLimiter(endpoint.limit, viewer, ip)
  }

  async function runOnce(call: Call): Promise<ResponseBodyOf<K>> {
    const idempotency = endpoint.retry === 'by key' ? idempotencyOf(call.request, call.viewer) : undefined
    return withIdempotency(idempotency, () => run(call))
  }

  async function respond(request: FastifyRequest, reply: FastifyReply) {
    const viewer = await (method === 'GET'
      ? readViewerWithFailover(context, request)
      : readViewer(context, request))
    rememberCaller(request, viewer)
    const { url, params, query, body } = request
    const call: Call = {
      ...{ viewer, request, reply, url, params, query, body },
      setHeader: (name, value) => reply.header(name, value),
      memoize: readEachTime,
      isOfPage: false,
    }
    const refund = await countCall(call)
    const answer = await runOnce(call).catch(async (error: unknown) => {
      await refund()
      throw error
    })
    announceNotified(context.realtime)
    if (method !== 'GET' && (viewer || endpoint.consistency === 'read your writes'))
      await setWritePositionCookie(context, reply)
    // No cache stores an answer to a signed-in user; a public one is revalidated before each reuse.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', viewer ? 'no-store' : 'no-cache')
    reply.code(status)
    if (isJson) {
      reply.type('application/json; charset=utf-8')
      reply.serializer((payload: Record<string, unknown>) => reply.serializeInput(payload, schema()))
    }
    return status === 204 ? reply.send() : answer
  }

  if (method === 'GET' && isJson) app.pageQueries.add(url, { run, schema: schemaOnPages })
  app.route({
    method,
    url,
    config: { rateLimit: addressLimit(env), endpoint: key },
    handler: (request, reply) =>
      method === 'GET'
        ? respond(request, reply)
        : app.writePriority.run(request, () => respond(request, reply)),
  })
}

const leavingRefusal =
  'Your account is due to be deleted. Choose “Keep my account” in your settings to do this.'

/** Built for the first response: building all of them would take a quarter of the start-up time. */
function lazySchema(response: z.ZodType): () => Record<string, unknown> {
  let schema: Record<string, unknown> | undefined
  return () => {
    schema ??= jsonSchema(response, 'output')
    return schema
  }
}

function checkAccess(access: Access, viewer: Viewer | null): void {
  if (access === 'anyone') return
  if (access === 'admin' && viewer?.accountRole === 'ADMIN' && viewer.lacksSecondFactor)
    throw new AppError('FORBIDDEN', secondFactorRequired)
  if (access === 'admin' && viewer?.role !== 'ADMIN') throw notFound()
  if (!viewer) throw new AppError('UNAUTHENTICATED', 'Please log in to do this.')
}

/**
 * Parses a part of the request with its schema; throws VALIDATION_FAILED with the schema's own messages. Returns undefined for a part
 * that the contract does not declare.
 */
function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  // A missing body counts as an object without fields; a JSON null does not.
  const parsed = schema.safeParse(value === undefined ? {} : value)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw new AppError('VALIDATION_FAILED', errors[0]?.message ?? 'The request has an invalid field.', {
    errors,
  })
}
