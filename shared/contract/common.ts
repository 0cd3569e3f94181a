import { z } from 'zod'
import { limits, maxId } from '../limits.ts'
import { koboToNaira } from '../money.ts'
import { plainLine, plainLines } from '../text.ts'

/**
 * The default messages for missing values and wrong types, for schemas without their own (specification, 5).
 */
z.config({
  customError: ({ code, input, expected }) => {
    // A number with a fraction is named on the server (validation-messages.ts); forms have messages of their own.
    if (code !== 'invalid_type' || expected === 'int') return undefined
    return input === undefined ? 'Required' : `Expected ${expected}, received ${z.util.parsedType(input)}`
  },
})

/** ISO 8601 with a time zone. */
export const Timestamp = z.iso.datetime({ offset: true })

/** A database id, from JSON. */
export const Id = z.number().int().positive().max(maxId)

/** Somebody by name. */
export const Person = z.object({ id: Id, fullName: z.string() })

/** Money in integer kobo (one hundredth of a Naira). */
export const Kobo = z.number().int().nonnegative()

export const priceTooHigh = `Price must be at most ₦${koboToNaira(limits.price.max) / 1e9} billion`

/** A price that somebody types, in kobo. */
export const Price = z
  .number('Price must be greater than 0')
  .int('Price must be a whole number of kobo')
  .positive('Price must be greater than 0')
  .max(limits.price.max, priceTooHigh)

/** The version of an editable resource. An edit based on an older version is refused (STALE_VERSION). */
export const Version = z.string().max(64)

/**
 * Single-line text: no control characters (PostgreSQL stores no NUL), no invisible characters, single spaces,
 * none at the ends.
 */
export const Line = z.string().overwrite(plainLine)

/** Multi-line text: like a Line, but line breaks, tabs and repeated spaces inside it stay. Only spaces: '' is left. */
export const Lines = z.string().overwrite(plainLines)

/** A picture with the data that a page needs to reserve space for it. */
export const Photo = z.object({
  url: z.string(),
  /** Pixels of the largest size; null for a picture on another image host. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** A thumbhash (base64) to show until the picture is loaded. */
  placeholder: z.string().nullable(),
})
export type Photo = z.output<typeof Photo>

/** A user's public data beside their content. */
export const UserSummary = z.object({
  id: Id,
  fullName: z.string(),
  avatarUrl: z.string().nullable(),
  /** Decimal as a string, two places; '0.00' without reviews. */
  ratingAvg: z.string(),
  ratingCount: z.number().int(),
})
export type UserSummary = z.output<typeof UserSummary>
