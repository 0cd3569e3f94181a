import fc from 'fast-check'
import { type Schema, typesOf } from './schema-parts.ts'

/** One invalid or borderline value at one path. */
interface Fault {
  path: (string | number)[]
  /** Absent: the property itself is left out. */
  value?: { is: unknown }
}

const wrongTypes: unknown[] = [null, true, 0, '', 'x', '1', 1.5, [], ['x'], {}, { a: 1 }]

function faultsOfText({ minLength, maxLength }: Schema): unknown[] {
  const lengths = [
    minLength === undefined ? [] : [minLength - 1, minLength],
    maxLength === undefined ? [] : [maxLength, maxLength + 1],
  ].flat()
  return lengths.filter((length) => length >= 0).flatMap((length) => ['a'.repeat(length), ' '.repeat(length)])
}

function faultsOfNumber({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): unknown[] {
  const edges = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter((edge) => edge !== undefined)
  return edges.flatMap((edge) => [edge - 1, edge, edge + 1, edge + 0.5, String(edge)])
}

function faultsOfList({ items = {}, minItems = 0, maxItems }: Schema): unknown[] {
  const item = typesOf(items).includes('string') ? 'x' : 1
  const lengths = [minItems - 1, minItems, ...(maxItems === undefined ? [2000] : [maxItems, maxItems + 1])]
  return lengths.filter((length) => length >= 0).map((length) => Array.from({ length }, () => item))
}

/** Every fault that a schema suggests, nested paths included. */
function faultsOf(schema: Schema, path: Fault['path'] = []): Fault[] {
  const at = (value: unknown): Fault => ({ path, value: { is: value } })
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  const types = typesOf(schema)
  const own = [
    ...wrongTypes,
    ...(schema.enum ? ['NONE_OF_THEM', String(schema.enum[0]).toLowerCase(), [schema.enum[0]]] : []),
    ...(types.includes('string') ? faultsOfText(schema) : []),
    ...(types.includes('integer') || types.includes('number') ? faultsOfNumber(schema) : []),
    ...(types.includes('array') ? faultsOfList(schema) : []),
  ].map(at)
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    { path: [...path, name] },
    ...faultsOf(property, [...path, name]),
  ])
  const extra = types.includes('object')
    ? [
        { path: [...path, 'extra'], value: { is: 1 } },
        { path: [...path, 'constructor'], value: { is: {} } },
      ]
    : []
  const item = schema.items ? faultsOf(schema.items, [...path, 0]) : []
  return [...own, ...inner, ...extra, ...item, ...options.flatMap((option) => faultsOf(option, path))]
}

/** A copy of a value with the fault; the value itself if the path does not exist. */
function withFault(value: unknown, { path, value: put }: Fault): unknown {
  const [first, ...rest] = path
  if (first === undefined) return put ? put.is : value
  if (value === null || typeof value !== 'object') return value
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, unknown>
  if (rest.length === 0 && !put) delete copy[first]
  else copy[first] = withFault(rest.length === 0 ? undefined : copy[first], { path: rest, value: put })
  return copy
}

/** A valid value with one fault. */
export function nearlyValid(schema: Schema, valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(valid, fc.constantFrom(...faultsOf(schema)))
    .map(([value, fault]) => withFault(value, fault))
}
