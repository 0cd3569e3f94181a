import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, Resolver, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { ListingStatus } from '#shared/contract/listing-values.ts'
import { type Listing, ListingEditForm, ListingForm } from '#shared/contract/listings.ts'
import { koboToNaira, nairaToKobo } from '#shared/money.ts'
import { plainLine } from '#shared/text.ts'
import type { FormMode } from './form-messages.ts'

/** Valid values of the form; `status` on the edit form only. */
export type ListingValues = z.input<typeof ListingForm> & { status?: ListingStatus | undefined }

export type StartValues = Partial<ListingValues>

export type ListingFormApi = UseFormReturn<ListingValues>

const resolvers = {
  create: zodResolver(ListingForm) as Resolver<ListingValues>,
  edit: zodResolver(ListingEditForm) as Resolver<ListingValues>,
} satisfies Record<FormMode, unknown>

export function listingResolver(mode: FormMode): Resolver<ListingValues> {
  return resolvers[mode]
}

export type FormField = keyof ListingValues

/**
 * Initial values, in the order in which errors are shown; photos come last, since they have no field to
 * focus.
 */
export const emptyListing = {
  title: '',
  categoryId: undefined,
  condition: 'USED',
  priceNaira: undefined,
  priceType: 'FIXED',
  state: '',
  lga: '',
  description: '',
  status: undefined,
  photos: [],
} satisfies { [Field in keyof Required<ListingValues>]: ListingValues[Field] | undefined }
export const fieldOrder = Object.keys(emptyListing) as FormField[]

export const isBlank = (value: unknown) => !value || plainLine(String(value)) === ''

export function valuesOf(listing: Listing): ListingValues {
  const { title, description, categoryId, condition, priceType, state, lga, status } = listing
  return {
    ...{ title, description, categoryId, condition, priceType, state, lga, status },
    priceNaira: koboToNaira(listing.price),
    photos: listing.photos.map((photo) => photo.url),
  }
}

/** The request body: the form's values with the price in kobo. */
export function toListingBody({ priceNaira, status: _, ...values }: ListingValues) {
  return { ...values, price: nairaToKobo(priceNaira) }
}

/** The errors, in the order of the form. */
export function listErrors(errors: FieldErrors<ListingValues>): { field: string; message: string }[] {
  const all: Record<string, { message?: string; root?: { message?: string } } | undefined> = { ...errors }
  return fieldOrder.flatMap((field) => {
    const error = all[field]
    if (!error) return []
    return [{ field, message: error.message ?? error.root?.message ?? 'Please check this field' }]
  })
}
