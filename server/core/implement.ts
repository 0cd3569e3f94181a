import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Contract, contract } from '#shared/contract/index.ts'
import type { Access, Endpoint, ParsedRequestOf, ResponseOf } from '#shared/endpoint.ts'
import { AppError } from '#shared/errors.ts'
import type { App, Context } from '../context.ts'
import { withClaim } from '../db/claim.ts'
import type { Db } from '../db/pool.ts'
import { jsonSchema } from './http/json-schema.ts'
import { claimOf } from './idempotency/idempotency.ts'
import { addressLimit, type GiveBack } from './limits/rate-limit.ts'
import { noteCaller } from './log/log-refusal.ts'
import { noteWrite, readReader, readSource } from './read-source.ts'
import { requireRecent } from './session/recent.ts'
import { mustHaveSecondFactor, turnItOn } from './session/second-factor-rule.ts'
import { readViewer, type Viewer } from './session/session.ts'

type AccessOf<K extends keyof Contract> = Contract[K]['access']
type ViewerFor<A extends Access> = A extends 'anyone' ? Viewer | null : Viewer

/** A file is streamed; its handler names type and name in the headers. */
type AnswerOf<K extends keyof Contract> =
  ResponseOf<Contract[K]> extends File ? Readable : ResponseOf<Contract[K]>

type Handler<K extends keyof Contract> = (
  input: ParsedRequestOf<Contract[K]> & {
    viewer: ViewerFor<AccessOf<K>>
    request: FastifyRequest
    /** Path and query of the call itself: a page that reads it has another `request.url`. */
    url: string
    setHeader: SetHeader
    once: Once
    /** Where this call reads: the primary, or what `reads` allows. */
    db: Db
    /** What sets cookies. Reads have none: pages make them without an answer of their own (reads.ts). */
  } & (K extends `GET ${string}` ? unknown : { reply: FastifyReply }),
) => Promise<AnswerOf<K>>

export type SetHeader = (name: string, value: string | number | boolean) => void

/** Reads what several reads of one page need (a listing, say) the first time only. A call over HTTP stands alone. */
export type Once = <T>(name: string, read: () => Promise<T>) => Promise<T>

/** A call before it is checked. */
export interface Call {
  viewer: Viewer | null
  request: FastifyRequest
  url: string
  params: unknown
  query: unknown
  body?: unknown
  setHeader: SetHeader
  once: Once
  /** It is one of the reads of a page that is rendered here. */
  isOfPage: boolean
  reply?: FastifyReply
}

/** What may come from a replica: `replica`, always; `pages of replica`, only in a page for a visitor. Absent: nothing. */
type Reads = 'replica' | 'pages of replica'

/**
 * Gives an endpoint of the contract its implementation, in the one order that all have:
 * limit of the address, session, limits of the account, access, validate, do, answer. What the response schema does not name is not sent.
 * `reads`: where from; what somebody reads because they were just told of a change is read from the primary, while there is one.
 * `recent`: it could lock the owner out, so the password must have been entered just now (REAUTHENTICATION_REQUIRED).
 */
export function implement<K extends keyof Contract>(
  app: App,
  context: Pick<Context, 'db' | 'env' | 'replicas' | 'rateLimiter'>,
  key: K,
  options: { recent?: true; reads?: Reads },
  handler: Handler<K>,
): void {
  const { db, env, replicas, rateLimiter } = context
  const endpoint: Endpoint = contract[key]
  const [method = '', url = ''] = key.split(' ')
  const status = endpoint.response instanceof z.ZodNull ? 204 : (endpoint.status ?? 200)
  // Where everybody must have a second factor, whoever has none may read, and turn it on.
  const needsSecondFactor =
    mustHaveSecondFactor(env, 'USER') &&
    method !== 'GET' &&
    endpoint.access !== 'anyone' &&
    !/^\/api\/(auth|settings)\//.test(url)
  const mustStay = method !== 'GET' && endpoint.access !== 'anyone' && endpoint.whileLeaving !== 'allowed'
  const isJson = status !== 204 && !(endpoint.response instanceof z.ZodFile)
  const schema = isJson ? jsonSchema(endpoint.response, 'output') : null

  async function run(call: Call): Promise<AnswerOf<K>> {
    checkAccess(endpoint.access, call.viewer)
    if (needsSecondFactor && call.viewer?.lacksSecondFactor) throw new AppError('FORBIDDEN', turnItOn)
    if (call.viewer?.isLeaving && mustStay) throw new AppError('FORBIDDEN', leaving)
    if (options.recent) requireRecent(call.viewer)
    const input = {
      ...call,
      params: parse(endpoint.params, call.params),
      query: parse(endpoint.query, call.query),
      body: parse(endpoint.body, call.body),
    }
    return read(call, (source) => handler({ ...input, ...source } as unknown as Parameters<Handler<K>>[0]))
  }

  /** A visitor counts under the endpoint's own limit only where visitors may call: others are refused without any work. */
  async function countCall({ viewer, request: { ip } }: Call): Promise<GiveBack> {
    if (viewer) await rateLimiter('default', viewer, ip)
    if (!endpoint.limit || (endpoint.access !== 'anyone' && !viewer)) return async () => {}
    return rateLimiter(endpoint.limit, viewer, ip)
  }

  async function read<T>(call: Call, run: (source: { db: Db; once?: Once }) => Promise<T>): Promise<T> {
    const mayLag =
      options.reads === 'replica' ||
      (options.reads && call.isOfPage && !call.viewer) ||
      (method === 'GET' && replicas.isPrimaryAway())
    if (!mayLag) return run({ db })
    const source = readSource(context, call.request)
    try {
      return await run({ db: source })
    } catch (error) {
      if (!replicas.mayAskPrimary(source, error)) throw error
      return run({ db, once: (_, work) => work() })
    }
  }

  if (method === 'GET' && schema) app.reads.add(url, { run, schema })
  app.route({
    method,
    url,
    config: { rateLimit: addressLimit(env), endpoint: key },
    schema: schema ? { response: { [status]: schema } } : {},
    async handler(request, reply) {
      const viewer = await (method === 'GET' ? readReader(context, request) : readViewer(db, env, request))
      noteCaller(request, viewer)
      const { params, query, body } = request
      const setHeader: SetHeader = (name, value) => reply.header(name, value)
      const once: Once = (_, read) => read()
      const { url } = request
      const call: Call = {
        viewer,
        request,
        url,
        params,
        query,
        body,
        setHeader,
        once,
        isOfPage: false,
        reply,
      }
      const giveBack = await countCall(call)
      const claim = endpoint.repeat === 'by key' ? claimOf(request, viewer) : undefined
      const answer = await withClaim(claim, () => run(call)).catch(async (error: unknown) => {
        await giveBack()
        throw error
      })
      if (method !== 'GET' && (viewer || key.includes(' /api/auth/'))) await noteWrite(context, reply)
      // What is read for one person is nobody else's; what anyone may read is asked for again each time.
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', viewer ? 'no-store' : 'no-cache')
      reply.code(status)
      return status === 204 ? reply.send() : answer
    },
  })
}

const leaving = 'Your account waits to be deleted. Keep it, in your settings, to do this.'

function checkAccess(access: Access, viewer: Viewer | null): void {
  if (access === 'anyone') return
  if (access === 'admin' && viewer?.accountRole === 'ADMIN' && viewer.lacksSecondFactor)
    throw new AppError('FORBIDDEN', turnItOn)
  if (access === 'admin' && viewer?.role !== 'ADMIN')
    throw new AppError('NOT_FOUND', 'There is nothing here.')
  if (!viewer) throw new AppError('UNAUTHENTICATED', 'Please log in to do this.')
}

/** Parses a part of the request with its schema; throws VALIDATION_FAILED with the schema's own messages. */
function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  // Nothing was sent: as if every field had been left out. JSON's null is something.
  const parsed = schema.safeParse(value === undefined ? {} : value)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw new AppError('VALIDATION_FAILED', errors[0]?.message ?? 'This request is not as it should be.', {
    errors,
  })
}
