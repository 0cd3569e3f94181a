import { expect, test } from 'vitest'
import type { z } from 'zod'
import { jsonSchema } from '#server/core/openapi/json-schema.ts'
import '#server/core/register-endpoints.ts'
import { contract } from '#shared/contract/index.ts'
import type { Endpoint } from '#shared/endpoint.ts'

const wrong = [
  undefined,
  null,
  '',
  'x',
  'x'.repeat(30_000),
  -1,
  1.5,
  1e15,
  true,
  [],
  ['x'],
  Array(300).fill('x'),
  {},
]

/** Every message about a value that a request of the contract may not have. */
function messagesOf(schema: z.ZodType): string[] {
  const { properties = {} } = jsonSchema(schema, 'input') as { properties?: object }
  const requests = Object.keys(properties).flatMap((name) => wrong.map((value) => ({ [name]: value })))
  return [{}, ...requests].flatMap(
    (request) => schema.safeParse(request).error?.issues.map(({ message }) => message) ?? [],
  )
}

test('[API-ERRORS] what a request may not have is said in words that tell what to send', () => {
  const endpoints: Endpoint[] = Object.values(contract)
  const schemas = endpoints.flatMap(({ params, query, body }) =>
    [params, query, body].filter((part) => part !== undefined),
  )
  const messages = new Set(schemas.flatMap(messagesOf))
  expect(
    [...messages].filter((text) =>
      /^(Too (big|small):|Invalid (input|option|ISO|URL|string)|Unrecognized|Expected int)/.test(text),
    ),
  ).toEqual([])
  expect([...messages]).toEqual(
    expect.arrayContaining([
      'Must be ACCEPTED, DECLINED or WITHDRAWN',
      'Must be a time such as 2026-01-31T12:00:00Z',
      'Must have at most 64 characters',
      'Must be at least 0',
      'Must be a whole number',
      'Must be public-key',
    ]),
  )
})
