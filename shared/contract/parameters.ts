import { z } from 'zod'
import { maxId } from '../limits.ts'

// Parameters of paths and queries. Beside common.ts, so that forms do not load them.

const idMessage = 'This address needs a whole number above 0.'

/**
 * A database id up to `max`, from a path, in one notation only, so that each resource has one address (not also 007, 0x7
 * and 7e0).
 */
export const pathId = (max: number) =>
  z.preprocess<unknown, z.ZodNumber, string | number>(
    (value) => (typeof value === 'string' && /^[1-9][0-9]*$/.test(value) ? Number(value) : value),
    z
      .number(idMessage)
      .int(idMessage)
      .positive(idMessage)
      .max(max, 'There is nothing with so large a number.'),
  )

export const PathId = pathId(maxId)

export const ById = z.object({ id: PathId })

/** The token of a link that works without a session. */
export const ByToken = z.object({ token: z.string().max(100) })

/** A parameter that counts as absent when it is empty, as an untouched form field sends it: coerced, a blank or null would be 0. */
export function optionalParam<T extends z.ZodType>(schema: T) {
  return z.preprocess<unknown, z.ZodOptional<T>, z.input<T> | undefined>(
    (value) => (value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value),
    schema.optional(),
  )
}

/** A parameter of the query: a whole number from 1 to `max`. `what` is the error message. */
export const wholeParam = (what: string, max: number) =>
  optionalParam(z.coerce.number<string | number>(what).int(what).min(1, what).max(max, what))

/** The ids of 1 to `max` listings in a query, such as `4,8,15`. */
export function listingIds(max: number) {
  const message = `Name 1 to ${max} listings by their numbers, with commas.`
  return z
    .string(message)
    .regex(/^\d{1,10}(,\d{1,10})*$/, message)
    .transform((text) => text.split(',').map(Number))
    .refine((ids) => ids.length <= max && ids.every((id) => id >= 1 && id <= maxId), message)
}
