import type { ListingChanges } from '#shared/contract/listings.ts'
import { nairaToKobo } from '#shared/money.ts'
import { type FormField, fieldOrder, type ListingValues } from './form-values.ts'

/** The part of each field. Fields of a part are compared and decided together: a state and its LGA belong together. */
const partOf = {
  photos: 'photos',
  title: 'title',
  categoryId: 'category',
  condition: 'condition',
  priceNaira: 'price',
  priceType: 'priceType',
  state: 'place',
  lga: 'place',
  description: 'description',
  status: 'status',
} as const satisfies Record<FormField, string>
export type Part = (typeof partOf)[FormField]

const allParts = [...new Set(Object.values(partOf))]
const fieldsOf = (part: Part) => fieldOrder.filter((field) => partOf[field] === part)

export function valuesOfPart(part: Part, values: ListingValues): Partial<ListingValues> {
  return Object.fromEntries(fieldsOf(part).map((field) => [field, values[field]]))
}

function isSame(part: Part, one: ListingValues, other: ListingValues): boolean {
  return fieldsOf(part).every((field) => String(one[field] ?? '') === String(other[field] ?? ''))
}

/** The parts that the user changed since the form was opened, as the API takes them. */
export function changesSince(began: ListingValues, values: ListingValues): ListingChanges {
  const changed = allParts.filter((part) => !isSame(part, began, values))
  const { priceNaira, ...rest } = Object.assign(
    {},
    ...changed.map((part) => valuesOfPart(part, values)),
  ) as Partial<ListingValues>
  return { ...rest, ...(priceNaira !== undefined && { price: nairaToKobo(priceNaira) }) } as ListingChanges
}

/** A change made elsewhere while the form was open. */
export interface Change {
  part: Part
  theirs: ListingValues
  /** The user's own value; null if they did not change it, or entered the same. */
  mine: ListingValues | null
}

/**
 * Three-way merge of a listing: as the form was opened, as the user has it now, and as it was saved elsewhere. The user's changes
 * stay, all else follows the saved listing. `hasPendingPhotos`: some photos are being uploaded or failed, which the values do not show.
 */
export function merge(
  began: ListingValues,
  mine: ListingValues,
  theirs: ListingValues,
  hasPendingPhotos = false,
): { values: ListingValues; changes: Change[] } {
  let values = mine
  const changes: Change[] = []
  for (const part of allParts) {
    if (isSame(part, began, theirs)) continue
    const isTouched = !isSame(part, began, mine) || (part === 'photos' && hasPendingPhotos)
    const isConflict = isTouched && !(isSame(part, mine, theirs) && !(part === 'photos' && hasPendingPhotos))
    if (!isConflict) values = { ...values, ...valuesOfPart(part, theirs) }
    changes.push({ part, theirs, mine: isConflict ? mine : null })
  }
  return { values, changes }
}
