import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { koboToNaira } from '../money.ts'
import { isLgaOf, isState } from '../nigeria.ts'
import { ListingCard } from './catalogue.ts'
import { ById, Line, Lines, Photo, Version } from './common.ts'
import { Condition, ListingStatus, PriceType } from './listing-values.ts'

/** What moderation did; told to the owner and to administrators only. */
const Moderation = {
  /** It is hidden, and its owner cannot make it active again: `moderationState` is not null. */
  hiddenByModerator: z.boolean(),
  /** PENDING_REVIEW: an administrator looks at it before others see it. HIDDEN: an administrator hid it. */
  moderationState: z.enum(['PENDING_REVIEW', 'HIDDEN']).nullable(),
  /** Why, in a sentence for its owner; nothing is to be read from its words. */
  moderationReason: z.string().nullable(),
}

/** A listing as its own page shows it. */
export const Listing = ListingCard.extend({
  photos: z.array(Photo),
  description: z.string(),
  ...Moderation,
  /** Of everything that an edit may change; told to the owner only. */
  version: Version.optional(),
})
export type Listing = z.output<typeof Listing>

/** A listing among one's own. */
export const OwnListing = ListingCard.extend(Moderation)
export type OwnListing = z.output<typeof OwnListing>

const fields = {
  title: Line.min(limits.title.min, 'Title must be at least 6 characters').max(
    limits.title.max,
    'Title must be less than 80 characters',
  ),
  description: Lines.min(limits.description.min, 'Description must be at least 30 characters').max(
    limits.description.max,
    'Description must be less than 5000 characters',
  ),
  categoryId: z
    .number('Please select a category')
    .int('Please select a category')
    .positive('Please select a category')
    .max(2_147_483_647, 'Please select a category'),
  condition: Condition,
  priceType: PriceType,
  state: z.string('Please select a state').min(1, 'Please select a state'),
  lga: z.string('Please select an LGA').min(1, 'Please select an LGA'),
  photos: z
    .array(z.string().min(1).max(1000), 'At least one photo is required')
    .min(limits.photos.min, 'At least one photo is required')
    .max(limits.photos.max, 'Maximum 10 photos allowed')
    .refine((urls) => new Set(urls).size === urls.length, 'The same photo is there twice'),
}

/** Kobo: above 0, at most ₦ 10 billion. */
const Price = z
  .number('Price must be greater than 0')
  .int('Price must be a whole number of kobo')
  .positive('Price must be greater than 0')
  .max(limits.price.max, 'Price must be at most ₦10 billion')

const PriceNaira = z
  .number('Price must be greater than 0')
  .positive('Price must be greater than 0')
  .min(0.01, 'Price must be greater than 0')
  .max(koboToNaira(limits.price.max), 'Price must be at most ₦10 billion')

/** The LGA belongs to the state; said of whichever is unknown. */
function placeExists(place: { state: string; lga: string }, context: z.core.$RefinementCtx) {
  if (place.state && !isState(place.state)) {
    context.issues.push({
      code: 'custom',
      input: place.state,
      path: ['state'],
      message: 'Please select a state',
    })
  } else if (place.state && place.lga && !isLgaOf(place.state, place.lga)) {
    context.issues.push({ code: 'custom', input: place.lga, path: ['lga'], message: 'Please select an LGA' })
  }
}

/** What a new listing needs (POST /api/listings). */
export const ListingDraft = z.object({ ...fields, price: Price }).superRefine(placeExists)
export type ListingDraft = z.output<typeof ListingDraft>

/** What an edit may change: any field alone or all together; what is not named stays as it is. */
export const ListingChanges = z
  .object({ ...fields, price: Price, status: ListingStatus, version: Version })
  .partial()
  .superRefine(({ state, lga }, context) => {
    // One without the other is checked against the listing that is changed.
    if (state !== undefined && lga !== undefined) placeExists({ state, lga }, context)
  })
export type ListingChanges = z.output<typeof ListingChanges>

/** The create form: the price in Naira. */
export const ListingForm = z.object({ ...fields, priceNaira: PriceNaira }).superRefine(placeExists)
export type ListingForm = z.output<typeof ListingForm>

/** The edit form: the create form and the status. */
export const ListingEditForm = z
  .object({ ...fields, priceNaira: PriceNaira, status: ListingStatus })
  .superRefine(placeExists)
export type ListingEditForm = z.output<typeof ListingEditForm>

export const listings = endpoints({
  'GET /api/listings/:id': {
    summary:
      'One listing; 404 where it is hidden from the caller (NO_LONGER_AVAILABLE for who saved it or talked about it), 410 where it was deleted',
    access: 'anyone',
    params: ById,
    response: Listing,
  },
  'GET /api/listings/:id/similar': {
    summary:
      'Listings like this one, also for one that was deleted, or that the caller saw before it was hidden',
    access: 'anyone',
    params: ById,
    response: z.array(ListingCard),
  },
  'POST /api/listings/:id/view': {
    summary: 'Count a view: once per visitor and day, never the owner, never a bot',
    access: 'anyone',
    params: ById,
    response: z.null(),
  },
  'POST /api/listings': {
    summary:
      'Publish a listing: live at once, unless it looks like a copy: then it is HIDDEN until an administrator has looked at it, moderationState PENDING_REVIEW',
    access: 'user',
    limit: 'publish',
    changesPages: true,
    repeat: 'by key',
    body: ListingDraft,
    response: Listing,
    status: 201,
  },
  'PATCH /api/listings/:id': {
    summary:
      "Change one's own listing. With the `version` that the edit began with, 409 (STALE_VERSION) where it was changed since, `current` being the listing as it is now; without one, the fields that are named are changed",
    access: 'owner',
    changesPages: true,
    params: ById,
    body: ListingChanges,
    response: Listing,
  },
  'DELETE /api/listings/:id': {
    summary: "Delete one's own listing (its page answers 410 from then on)",
    access: 'owner',
    changesPages: true,
    whileLeaving: 'allowed',
    params: ById,
    response: z.null(),
  },
  'GET /api/my-listings': {
    summary: "One's own listings of every status, newest first",
    access: 'user',
    response: z.array(OwnListing),
  },
})
