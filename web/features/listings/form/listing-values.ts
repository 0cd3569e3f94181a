import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, Resolver, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { ListingStatus } from '#shared/contract/listing-values.ts'
import { type Listing, ListingEditForm, ListingForm } from '#shared/contract/listings.ts'
import { koboToNaira, nairaToKobo } from '#shared/money.ts'
import type { FormMode } from './form-words.ts'

/** What the form holds once it is whole; `status` is there on the edit form only. */
export type ListingValues = z.input<typeof ListingForm> & { status?: ListingStatus | undefined }

/** The same while it is being filled in. */
export type StartValues = Partial<ListingValues>

export type ListingFormApi = UseFormReturn<ListingValues>

const resolvers = {
  create: zodResolver(ListingForm) as Resolver<ListingValues>,
  edit: zodResolver(ListingEditForm) as Resolver<ListingValues>,
} satisfies Record<FormMode, unknown>

export function listingResolver(mode: FormMode): Resolver<ListingValues> {
  return resolvers[mode]
}

export const emptyListing: StartValues = {
  title: '',
  description: '',
  condition: 'USED',
  priceType: 'FIXED',
  state: '',
  lga: '',
  photos: [],
}

/** A listing as the edit form starts with it. */
export function valuesOf(listing: Listing): ListingValues {
  const { title, description, categoryId, condition, priceType, state, lga, status } = listing
  return {
    ...{ title, description, categoryId, condition, priceType, state, lga, status },
    priceNaira: koboToNaira(listing.price),
    photos: listing.photos.map((photo) => photo.url),
  }
}

/** The form's values as the API takes them: the price in kobo. */
export function toDraft({ priceNaira, status: _, ...values }: ListingValues) {
  return { ...values, price: nairaToKobo(priceNaira) }
}

/** The order in which a failed check is told; photos come last, since no field of theirs can take the focus. */
export const fieldOrder = [
  'title',
  'categoryId',
  'condition',
  'priceNaira',
  'priceType',
  'state',
  'lga',
  'description',
  'status',
  'photos',
] as const

/** What is wrong, in the order of the form. */
export function listErrors(errors: FieldErrors<ListingValues>): { field: string; message: string }[] {
  const all: Record<string, { message?: string; root?: { message?: string } } | undefined> = { ...errors }
  return fieldOrder.flatMap((field) => {
    const error = all[field]
    if (!error) return []
    return [{ field, message: error.message ?? error.root?.message ?? 'Please check this field' }]
  })
}
