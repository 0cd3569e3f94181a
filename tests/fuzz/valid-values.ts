import fc from 'fast-check'
import { lgasOf, states } from '#shared/nigeria.ts'
import { type Schema, typesOf } from './schema-parts.ts'

/**
 * Arbitraries for values that a schema cannot describe, by property name, such as ids of existing rows. For a
 * list, those of its items.
 */
export type Hints = (name: string, schema: Schema) => fc.Arbitrary<unknown> | undefined

const words = [
  'Tecno',
  'Spark',
  'clean',
  'Ikeja',
  'phone',
  'with',
  'charger',
  'and',
  'box',
  'ọjà',
  'àwọ̀',
  '🙂',
  '5kg',
  'ብራ',
  'سوق',
  '市場',
]

/** Text of this length in UTF-16 units, which no normalisation shortens. */
function text(min: number, max: number): fc.Arbitrary<string> {
  const maxLength = Math.min(max, Math.max(min, 60))
  return fc
    .tuple(
      fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }),
      fc.oneof({ weight: 9, arbitrary: fc.integer({ min, max: maxLength }) }, fc.constantFrom(min, max)),
    )
    .map(([parts, length]) => {
      const cut = parts.join(' ').slice(0, length).toWellFormed().replaceAll('\ufffd', 'x').trim()
      return cut.padEnd(length, 'ab')
    })
}

function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern))
  } catch {
    return fc.constant('x')
  }
}

function stringOf(schema: Schema): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 200 } = schema
  if (format === 'date-time')
    return fc
      .date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString())
  if (format === 'email') return fc.nat(9999).map((number) => `person${number}@example.com`)
  if (pattern === undefined) return text(minLength, maxLength)
  return matching(pattern).map((value) => value.slice(0, maxLength).padEnd(minLength, 'a'))
}

function numberOf(schema: Schema, isInteger: boolean): fc.Arbitrary<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  const min = minimum ?? (exclusiveMinimum === undefined ? -1000 : exclusiveMinimum + (isInteger ? 1 : 0.01))
  const max = maximum ?? (exclusiveMaximum === undefined ? 1_000_000 : exclusiveMaximum - 1)
  const usual = fc.integer({ min: Math.ceil(min), max: Math.floor(Math.min(max, min + 1000)) })
  return fc.oneof(
    { weight: 8, arbitrary: usual },
    { weight: 1, arbitrary: fc.constantFrom(isInteger ? Math.ceil(min) : min, max) },
  )
}

function objectOf(schema: Schema, hints: Hints): fc.Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, validValue(inner, hints, name)]),
  )
  const record = fc.record(model, { requiredKeys: required as never[] }) as fc.Arbitrary<
    Record<string, unknown>
  >
  return 'state' in properties && 'lga' in properties
    ? fc.tuple(record, place).map(([value, fields]) => ('state' in value ? { ...value, ...fields } : value))
    : record
}

/** A state and an LGA that belongs to it. */
const place = fc
  .tuple(fc.constantFrom(...states), fc.nat())
  .map(([state, number]) => ({ state, lga: lgasOf(state)[number % lgasOf(state).length] }))

/** Values that the JSON Schema allows. Further refinements are met by the hints, or by luck. */
export function validValue(schema: Schema, hints: Hints, name = ''): fc.Arbitrary<unknown> {
  const hint = typesOf(schema).includes('array') ? undefined : hints(name, schema)
  if (hint) return hint
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (options) return fc.oneof(...options.map((option) => validValue(option, hints, name)))
  const types = typesOf(schema)
  if (types.length > 1) return fc.oneof(...types.map((type) => validValue({ ...schema, type }, hints, name)))
  switch (types[0]) {
    case 'string':
      return stringOf(schema)
    case 'integer':
    case 'number':
      return numberOf(schema, types[0] === 'integer')
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const { items = {}, minItems = 0, maxItems = minItems + 4 } = schema
      const limits = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 12)) }
      return fc.uniqueArray(validValue(items, hints, name), {
        ...limits,
        comparator: 'SameValueZero',
      })
    }
    case 'object':
      return objectOf(schema, hints)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}
