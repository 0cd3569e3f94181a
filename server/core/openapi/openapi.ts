import { z } from 'zod'
import type { Env } from '#server/env.ts'
import { contract } from '#shared/contract/index.ts'
import type { Access, Endpoint, PageHeader } from '#shared/endpoint.ts'
import { type ErrorCode, errorStatus } from '#shared/errors.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'
import { ignoredHeader, totalExactHeader, totalHeader } from '#shared/pagination.ts'
import { sessionCookie } from '../session/session.ts'
import { errorsOf } from './endpoint-errors.ts'
import { jsonSchema } from './json-schema.ts'

type Json = Record<string, unknown>

const whoMayCall: Record<Access, string> = {
  anyone: 'Anyone.',
  user: 'Any signed-in user.',
  owner: 'The owner of what the path names.',
  admin: 'Administrators; to others it does not exist (404).',
}

/** Builds the OpenAPI 3.1 document of the whole API from the contract. */
export function openApiDocument(env: Pick<Env, 'PUBLIC_URL' | 'NODE_ENV'>): Json {
  const paths: Record<string, Json> = {}
  for (const [key, endpoint] of Object.entries(contract)) {
    const [method = '', path = ''] = key.split(' ')
    const url = path.replace(/:([a-zA-Z]+)/g, '{$1}')
    paths[url] = { ...paths[url], [method.toLowerCase()]: operation(key, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${PRODUCT_NAME} API`,
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Money is integer kobo, times are ISO 8601, ids are integers. Errors are problem details (RFC 9457).',
    },
    servers: [{ url: env.PUBLIC_URL ?? '/' }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie.nameFor(env) } },
      schemas: { Problem: problemSchema },
    },
  }
}

/** Stable and unique, because client generators name functions by it: `getListingsById`. */
function operationId(method: string, path: string): string {
  const words = path
    .split('/')
    .slice(2)
    .flatMap((part) => part.replace(/^:/, 'by-').split('-'))
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** The error responses, by status; `default` is what is refused before there is an endpoint (http/unreadable-request.ts). */
function failures(key: string, endpoint: Endpoint): Json {
  const { failure } = endpoint
  const byStatus = Map.groupBy(errorsOf(key, endpoint), ([code]) => errorStatus[code])
  const responses = [...byStatus].map(([status, errors]) => {
    const lines = errors.map(([code, when]) => (failure ? when : `${code}: ${when}`))
    const codes = new Set(errors.map(([code]) => code))
    return [
      status,
      {
        description: lines.join('\n\n'),
        content: failure ? json(jsonSchema(failure, 'output')) : problem(codes),
      },
    ]
  })
  return {
    ...Object.fromEntries(responses),
    default: {
      description:
        'Refused before it is read: too slow (408), with `Expect` (417), or with too large headers (431).',
      content: problem(),
    },
  }
}

/** Problem details, with one of these codes. */
function problem(codes?: Set<ErrorCode>): Json {
  const any = { $ref: '#/components/schemas/Problem' }
  const schema = codes ? { allOf: [any, { properties: { code: { enum: [...codes] } } }] } : any
  return { 'application/problem+json': { schema } }
}

function operation(key: string, endpoint: Endpoint): Json {
  const [method = '', path = ''] = key.split(' ')
  const isEmpty = endpoint.response instanceof z.ZodNull
  const status = isEmpty ? 204 : (endpoint.status ?? 200)
  const schema = jsonSchema(endpoint.response, 'output')
  const content = schema.contentMediaType ? { [String(schema.contentMediaType)]: {} } : json(schema)
  return {
    operationId: operationId(method, path),
    tags: [path.split('/')[2]],
    summary: endpoint.summary,
    description: notes(endpoint),
    security: endpoint.access === 'anyone' ? [] : [{ session: [] }],
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.retry === 'by key' ? [idempotencyKey, writer] : []),
    ],
    ...requestBody(endpoint),
    responses: {
      [status]: { description: 'Done.', ...responseHeaders(endpoint), ...(isEmpty ? {} : { content }) },
      ...failures(key, endpoint),
    },
  }
}

/** What the contract says beside the summary, a sentence each. */
function notes({ access, retry }: Endpoint): string {
  const caller = `May be called by: ${whoMayCall[access]}`
  return retry === 'unsafe'
    ? `${caller} Repeated after a lost response, it is refused or done twice: read the state before.`
    : caller
}

/** A missing body counts as an object without fields. */
function requestBody({ body, form }: Endpoint): Json {
  if (form) {
    const content = { 'multipart/form-data': { schema: jsonSchema(form, 'input') } }
    return { requestBody: { required: true, content } }
  }
  if (!body) return {}
  const required = !body.safeParse({}).success
  return { requestBody: { required, content: json(jsonSchema(body, 'input')) } }
}

const headersOf: Record<PageHeader, Json> = {
  total: {
    [totalHeader]: { description: 'How many items all pages have.', schema: { type: 'integer' } },
    [totalExactHeader]: { description: 'False: they have more.', schema: { type: 'boolean' } },
  },
  next: {
    link: {
      description: 'With rel="next": the next page (RFC 8288). Absent on the last one.',
      schema: { type: 'string' },
    },
  },
  ignored: {
    [ignoredHeader]: {
      description: 'Names of the filters that were left out, comma-separated.',
      schema: { type: 'string' },
    },
  },
}

function responseHeaders({ headers }: Endpoint): Json {
  return headers ? { headers: Object.assign({}, ...headers.map((name) => headersOf[name])) } : {}
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key with the same request is done once, and answered as it was.',
  schema: { type: 'string', minLength: 8, maxLength: 128 },
}

const writer: Json = {
  name: 'X-Oja-User',
  in: 'header',
  description: 'Id of the user who wrote what is sent later; 401 if another one is signed in by then.',
  schema: { type: 'integer' },
}

function json(schema: Json): Json {
  return { 'application/json': { schema } }
}

function parameters(where: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}

const problemSchema: Json = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'A sentence for people: what happened, and what to do.' },
    code: { type: 'string', enum: Object.keys(errorStatus) },
    errors: {
      type: 'array',
      description: 'Fields of the request that were refused.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: 'Dotted, such as `photos.0`.' },
          message: { type: 'string' },
        },
      },
    },
    retryAfter: { type: 'integer', description: 'Seconds until a retry makes sense, as `Retry-After`.' },
    current: { description: 'With STALE_VERSION, of edits: what a successful response has, as it is now.' },
  },
}
