import { z } from 'zod'
import { contract } from '#shared/contract/index.ts'
import type { Access, Endpoint } from '#shared/endpoint.ts'
import { errorStatus } from '#shared/errors.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'
import { jsonSchema } from './json-schema.ts'

type Json = Record<string, unknown>

const whoMayCall: Record<Access, string> = {
  anyone: 'Anyone.',
  user: 'Whoever is signed in.',
  owner: 'The owner of what the path names.',
  admin: 'Administrators; to others it does not exist (404).',
}

/** The OpenAPI 3.1 document of the whole API, read from the contract. */
export function openApiDocument(serverUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const [key, endpoint] of Object.entries(contract)) {
    const [method = '', path = ''] = key.split(' ')
    const url = path.replace(/:([a-zA-Z]+)/g, '{$1}')
    paths[url] = { ...paths[url], [method.toLowerCase()]: operation(path, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${PRODUCT_NAME} API`,
      version: '1',
      description:
        'Money is integer kobo, times are ISO 8601, ids are integers. Errors are problem details (RFC 9457).',
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'oja_session' } },
      schemas: { Problem: problemSchema },
    },
  }
}

function operation(path: string, endpoint: Endpoint): Json {
  const isEmpty = endpoint.response instanceof z.ZodNull
  const status = isEmpty ? 204 : (endpoint.status ?? 200)
  const schema = jsonSchema(endpoint.response, 'output')
  const content = schema.contentMediaType ? { [String(schema.contentMediaType)]: {} } : json(schema)
  return {
    tags: [path.split('/')[2]],
    summary: endpoint.summary,
    description: `May be called by: ${whoMayCall[endpoint.access]}`,
    ...(endpoint.access === 'anyone' ? {} : { security: [{ session: [] }] }),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body
      ? { requestBody: { required: true, content: json(jsonSchema(endpoint.body, 'input')) } }
      : {}),
    responses: {
      [status]: { description: 'Done.', ...(isEmpty ? {} : { content }) },
      default: {
        description: 'What went wrong, in a sentence for people.',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
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
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(errorStatus) },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
    retryAfter: { type: 'integer', description: 'Seconds.' },
  },
}
