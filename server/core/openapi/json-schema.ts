import { z } from 'zod'

/**
 * Converts a zod schema to the JSON Schema dialect that Fastify's compiled serialiser and OpenAPI 3.1 share.
 * "X or null" becomes a type list, which the serialiser compiles without a validator.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override({ jsonSchema: node }) {
      const options = node.anyOf as Record<string, unknown>[] | undefined
      const [value, none] = options ?? []
      if (options?.length === 2 && none?.type === 'null' && typeof value?.type === 'string') {
        delete node.anyOf
        Object.assign(node, value, { type: [value.type, 'null'] })
        if (node.enum) node.enum = [...node.enum, null]
      }
    },
  })
  return rest
}
