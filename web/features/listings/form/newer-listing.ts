import type { ListingStatus } from '#shared/contract/listing-values.ts'
import type { ListingChanges } from '#shared/contract/listings.ts'
import { nairaToKobo } from '#shared/money.ts'
import type { ListingValues } from './listing-values.ts'

/** What is changed, compared and decided about as one: a state and its LGA mean nothing apart. */
const parts = {
  photos: ['photos'],
  title: ['title'],
  category: ['categoryId'],
  condition: ['condition'],
  price: ['priceNaira'],
  priceType: ['priceType'],
  place: ['state', 'lga'],
  description: ['description'],
  status: ['status'],
} as const satisfies Record<string, readonly (keyof ListingValues)[]>
export type Part = keyof typeof parts

const allParts = Object.keys(parts) as Part[]

export function valuesOfPart(part: Part, values: ListingValues): Partial<ListingValues> {
  return Object.fromEntries(parts[part].map((field) => [field, values[field]]))
}

function isSame(part: Part, one: ListingValues, other: ListingValues): boolean {
  return parts[part].every((field) => String(one[field] ?? '') === String(other[field] ?? ''))
}

/** What a save sends: the parts that the person changed since the form began, in the API's terms. */
export function changesSince(began: ListingValues, values: ListingValues): ListingChanges {
  const changed = allParts.filter((part) => !isSame(part, began, values))
  const { priceNaira, ...rest } = Object.assign(
    {},
    ...changed.map((part) => valuesOfPart(part, values)),
  ) as Partial<ListingValues>
  return { ...rest, ...(priceNaira !== undefined && { price: nairaToKobo(priceNaira) }) } as ListingChanges
}

/** What somebody changed elsewhere while the form was open. */
export interface Change {
  part: Part
  theirs: ListingValues
  /** What the person has in the form instead; null where they did not touch it, or wrote the same. */
  mine: ListingValues | null
}

/**
 * Puts three states of a listing together: as the form began, as the person has it now, and as it was saved elsewhere. What the person
 * changed stays, all else follows what is saved. `hasPendingPhotos`: photos are on their way, or failed, which the values do not show.
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

interface Words {
  categoryName: (id: number) => string
  statusName: (status: ListingStatus) => string
  conditionName: (condition: ListingValues['condition']) => string
  priceTypeName: (priceType: ListingValues['priceType']) => string
  price: (kobo: number) => string
  isHiddenByModerator: boolean
}

/** A change in plain words. */
export function sayChange({ part, theirs }: Change, words: Words): string {
  switch (part) {
    case 'title':
      return `The title was changed to “${theirs.title}”.`
    case 'category':
      return `The category was changed to ${words.categoryName(theirs.categoryId)}.`
    case 'condition':
      return `The condition was changed to ${words.conditionName(theirs.condition)}.`
    case 'price':
      return `The price was changed to ${words.price(nairaToKobo(theirs.priceNaira))}.`
    case 'priceType':
      return `The price type was changed to ${words.priceTypeName(theirs.priceType)}.`
    case 'place':
      return `The place was changed to ${theirs.lga}, ${theirs.state}.`
    case 'description':
      return 'The description was changed to:'
    case 'photos':
      return 'The photos were changed to:'
    case 'status':
      if (words.isHiddenByModerator && theirs.status === 'HIDDEN') return 'Our moderators hid this listing.'
      return `The listing was set to ${words.statusName(theirs.status ?? 'ACTIVE')}.`
  }
}
