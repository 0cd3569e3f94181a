import { jsonSchema } from '#server/core/openapi/json-schema.ts'
import type { Endpoint } from '#shared/endpoint.ts'

/** The part of JSON Schema that the arbitraries support; zod generates no more for requests. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

export type Part = 'params' | 'query' | 'body'

/** The schema of one part of an endpoint's request; undefined if it has none. */
export function schemaOf(endpoint: Endpoint, part: Part): Schema | undefined {
  const schema = endpoint[part]
  return schema && (jsonSchema(schema, 'input') as Schema)
}

export const typesOf = ({ type }: Schema): string[] => (type === undefined ? [] : [type].flat())
