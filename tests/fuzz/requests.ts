import fc from 'fast-check'
import type { Endpoint } from '#shared/endpoint.ts'
import { breakages } from './breakages.ts'
import { callers, encode, type FuzzRequest, json, type Kind } from './fuzz-request.ts'
import { hostileValue } from './hostile-values.ts'
import { nearlyValid } from './nearly-valid.ts'
import { type Part, schemaOf } from './schema-parts.ts'
import { type Hints, validValue } from './valid-values.ts'

type Parts = Partial<Record<Part, unknown>>

const parts: Part[] = ['params', 'query', 'body']

/** Values of one kind for the parts; a part that the endpoint does not take is sometimes present too. */
function partsOf(endpoint: Endpoint, hints: Hints, kind: Kind): fc.Arbitrary<Parts> {
  const schemas = parts.flatMap((part) => {
    const schema = schemaOf(endpoint, part)
    return schema ? [{ part, schema, valid: validValue(schema, hints) }] : []
  })
  const valid = fc.record(Object.fromEntries(schemas.map(({ part, valid }) => [part, valid])))
  if (kind === 'valid' || kind === 'broken' || schemas.length === 0) return valid as fc.Arbitrary<Parts>
  const wrong = schemas.map(({ part, schema, valid }) => {
    const names = Object.keys(schema.properties ?? {})
    const hostile = fc.oneof(
      { weight: 1, arbitrary: hostileValue },
      {
        weight: 4,
        arbitrary: fc
          .tuple(valid, fc.constantFrom(...names, 'more'), hostileValue)
          .map(([value, name, put]) => ({ ...(value as object), [name]: put })),
      },
    )
    return (kind === 'nearly' ? nearlyValid(schema, valid) : hostile).map((value) => ({ [part]: value }))
  })
  return fc.tuple(valid, fc.oneof(...wrong)).map(([all, one]) => ({ ...all, ...one }) as Parts)
}

function urlOf(path: string, { params, query }: Parts): string {
  const given = (params ?? {}) as Record<string, unknown>
  const filled = path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encode(given[name] ?? '') || '0')
  if (query === undefined || query === null) return filled
  const fields = typeof query === 'object' ? Object.entries(query) : [[query, '']]
  const search = fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  return search ? `${filled}?${search}` : filled
}

/** Requests to one endpoint, of every kind and by every caller. */
export function requestsTo(key: string, endpoint: Endpoint, hints: Hints): fc.Arbitrary<FuzzRequest> {
  const [method = '', path = ''] = key.split(' ')
  const of = (kind: Kind) =>
    fc
      .record({
        values: partsOf(endpoint, hints, kind),
        caller: fc.constantFrom(...callers),
        session: fc.nat(3),
        broken: kind === 'broken' ? breakages : fc.constant(null),
      })
      .map(({ values, caller, session, broken }): FuzzRequest => {
        const hasBody = values.body !== undefined
        const request: FuzzRequest = {
          kind,
          caller,
          session,
          method,
          url: urlOf(path, values),
          headers: hasBody ? [json] : [],
          ...(hasBody ? { body: JSON.stringify(values.body) } : {}),
        }
        return broken ? { ...request, ...broken(request) } : { ...request, values }
      })
  return fc.oneof(
    { weight: 8, arbitrary: of('valid') },
    { weight: 6, arbitrary: of('nearly') },
    { weight: 4, arbitrary: of('hostile') },
    { weight: 3, arbitrary: of('broken') },
  )
}
