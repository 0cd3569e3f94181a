import { z } from 'zod'
import { endpoints, publicRead, visitorWrite } from '../endpoint.ts'
import { limits, maxId } from '../limits.ts'
import { koboToNaira } from '../money.ts'
import { ListingCard, ShownCard } from './catalogue.ts'
import { Id, Line, Lines, Photo, Price, priceTooHigh, Timestamp, Version } from './common.ts'
import { Condition, ListingStatus, PriceType } from './listing-values.ts'
import { ById, ByToken, optionalParam, PathId } from './parameters.ts'
import { checkPlace, placeFields } from './place.ts'

/** Moderation state, but for `photoNotice` only for the owner and administrators. */
const Moderation = {
  /** It is hidden, and its owner cannot make it active again: `moderationState` is not null. */
  hiddenByModerator: z.boolean(),
  /** PENDING_REVIEW: held until an administrator reviews it. HIDDEN: an administrator hid it. */
  moderationState: z.enum(['PENDING_REVIEW', 'HIDDEN']).nullable(),
  /** The reason, a sentence for the owner; do not parse it. */
  moderationReason: z.string().nullable(),
  /**
   * A photo also appears in another seller's listing, a sentence: for the owner from then on, for others when a moderator has confirmed
   * it.
   */
  photoNotice: z.string().nullable(),
}

/** When a listing ends by the clock, for its owner. */
const End = {
  endsAt: Timestamp,
  /** When it ended: it is HIDDEN until its owner renews it. */
  endedAt: Timestamp.nullable(),
}

const fields = {
  title: Line.min(limits.title.min, `Title must be at least ${limits.title.min} characters`).max(
    limits.title.max,
    `Title must be less than ${limits.title.max} characters`,
  ),
  description: Lines.min(
    limits.description.min,
    `Description must be at least ${limits.description.min} characters`,
  ).max(limits.description.max, `Description must be less than ${limits.description.max} characters`),
  categoryId: z
    .number('Please select a category')
    .int('Please select a category')
    .positive('Please select a category')
    .max(maxId, 'Please select a category'),
  condition: Condition,
  priceType: PriceType,
  ...placeFields,
  photos: z
    .array(z.string().min(1).max(1000), 'At least one photo is required')
    .min(limits.photos.min, 'At least one photo is required')
    .max(limits.photos.max, `Maximum ${limits.photos.max} photos allowed`)
    .refine((urls) => new Set(urls).size === urls.length, 'The same photo is there twice'),
}

/** Fields that a card leaves out or shortens, as a listing's own page shows them. */
const notOnCard = {
  photos: z.array(Photo),
  description: z.string(),
} satisfies Record<Exclude<keyof typeof fields, keyof ListingCard> | 'photos', z.ZodType>

/** What a buyer first asks about a seller; GET /api/users/:id/trust has more. */
const SellerFacts = z.object({
  memberSince: Timestamp,
  phoneVerified: z.boolean(),
  activeListings: z.number().int().describe(`Counted up to ${limits.sellerListings}`),
})
export type SellerFacts = z.output<typeof SellerFacts>

/** A listing as its own page shows it. */
export const Listing = ListingCard.extend({
  ...notOnCard,
  sellerFacts: SellerFacts,
  ...Moderation,
  /** The seller agreed on a deal about it, and shows that. */
  reserved: z.boolean(),
  /** The version of all editable fields; only the owner gets it, and the end. */
  version: Version.optional(),
  endsAt: End.endsAt.optional(),
  endedAt: End.endedAt.optional(),
})
export type Listing = z.output<typeof Listing>

/** A listing of the caller. */
export const OwnListing = ListingCard.extend({ ...Moderation, ...End })
export type OwnListing = z.output<typeof OwnListing>

/** Parts of the caller's listings. expired: hidden since their time ran out. */
export const OwnListingsTab = z.enum(['active', 'sold', 'hidden', 'expired'])
export type OwnListingsTab = z.output<typeof OwnListingsTab>

/** Words in the title, or their beginnings; case and accents do not matter. */
const OwnListingsSearch = z.object({ search: optionalParam(z.string().max(limits.search.max)) })

export const Renewal = z.object({
  endsAt: Timestamp,
  /** Whether this renewal moved it to the top of the latest. */
  movedToTop: z.boolean(),
  /** From when on a renewal moves it there again. */
  topAgainAt: Timestamp,
  /** Why it is held for review and not shown yet, a sentence for the owner; null where it is shown. */
  moderationReason: z.string().nullable(),
})
export type Renewal = z.output<typeof Renewal>

/** What the signed link in a reminder asks: whether a listing is still for sale. */
export const RenewalLink = z.object({
  listing: z.object({ id: Id, title: z.string(), photo: Photo.nullable() }),
  status: ListingStatus,
  ...End,
  /** False once it was renewed or sold, or is hidden for another reason: an answer changes nothing then. */
  open: z.boolean(),
  /** Where the answer renewed it. */
  movedToTop: z.boolean().optional(),
})
export type RenewalLink = z.output<typeof RenewalLink>

const RenewalAnswer = z.enum(['RENEW', 'SOLD'], 'Answer RENEW or SOLD')
export type RenewalAnswer = z.output<typeof RenewalAnswer>

const PriceNaira = z
  .number('Price must be greater than 0')
  .positive('Price must be greater than 0')
  .min(0.01, 'Price must be greater than 0')
  .max(koboToNaira(limits.price.max), priceTooHigh)

/** The fields of a new listing. */
export const ListingDraft = z.object({ ...fields, price: Price }).superRefine(checkPlace)
export type ListingDraft = z.output<typeof ListingDraft>

/** The body of POST /api/listings. `draftId`: the draft that it was written as, which is deleted with it. */
export const NewListing = ListingDraft.safeExtend({ draftId: Id.optional() })
export type NewListing = z.output<typeof NewListing>

/** The body of an edit: any subset of the fields; absent fields stay unchanged. */
export const ListingChanges = z
  .object({ ...fields, price: Price, status: ListingStatus, version: Version })
  .partial()
  .superRefine(({ state, lga }, context) => {
    // A state or LGA alone is checked against the stored listing.
    if (state !== undefined && lga !== undefined) checkPlace({ state, lga }, context)
  })
export type ListingChanges = z.output<typeof ListingChanges>

/** The create form: the price in Naira. */
export const ListingForm = z.object({ ...fields, priceNaira: PriceNaira }).superRefine(checkPlace)
export type ListingForm = z.output<typeof ListingForm>

/** The edit form: the create form and the status. */
export const ListingEditForm = z
  .object({ ...fields, priceNaira: PriceNaira, status: ListingStatus })
  .superRefine(checkPlace)
export type ListingEditForm = z.output<typeof ListingEditForm>

export const listings = endpoints({
  'GET /api/listings/:id': {
    summary: 'One listing',
    ...publicRead,
    params: ById,
    response: Listing,
    errors: {
      NO_LONGER_AVAILABLE: 'The listing is hidden, and the caller saved it or talked about it.',
      LISTING_ENDED: 'The listing ran out of time, and its owner has not renewed it.',
      GONE: 'The listing was deleted.',
    },
  },
  'GET /api/listings/:id/similar': {
    summary:
      'Listings like this one, also for one that was deleted, or that the caller saw before it was hidden',
    ...publicRead,
    params: ById,
    response: z.array(ListingCard),
    onPages: z.array(ShownCard),
  },
  'POST /api/listings/:id/view': {
    summary: 'Count a view: once per visitor and day, never the owner, never a bot',
    access: 'anyone',
    changes: [],
    params: ById,
    response: z.null(),
  },
  'POST /api/listings': {
    summary:
      'Publish a listing: live at once, unless it looks like a copy: then it is HIDDEN until an administrator has looked at it, moderationState PENDING_REVIEW',
    access: 'user',
    changes: ['listings', 'drafts'],
    limit: 'publish',
    retry: 'by key',
    body: NewListing,
    response: Listing,
    status: 201,
    errors: {
      GONE: 'The draft that it names was published or deleted.',
      RATE_LIMITED: 'The quota of listings in 24 hours is used up.',
    },
  },
  'PATCH /api/listings/:id': {
    summary:
      'Change your own listing: the fields that are named; with the `version` that the edit began with, only if nothing was changed since',
    access: 'owner',
    changes: ['listings'],
    params: ById,
    body: ListingChanges,
    response: Listing,
    errors: {
      FORBIDDEN: 'The listing is somebody else’s, or moderators hide it and `status` shows it.',
      STALE_VERSION: 'The listing was changed since `version`; `current` is the listing as it is now.',
      GONE: 'The listing was deleted.',
    },
  },
  'POST /api/listings/:id/renew': {
    summary: `Let your own listing, active or ended, run for ${limits.listingEnd.after} days from now, and move it to the top of the latest, at most once in ${limits.listingEnd.topEvery} days`,
    access: 'owner',
    changes: ['listings'],
    retry: 'by key',
    params: ById,
    response: Renewal,
    errors: {
      FORBIDDEN: 'The listing is somebody else’s, or moderators hide it.',
      CONFLICT: 'The owner sold or hid the listing.',
      GONE: 'The listing was deleted.',
    },
  },
  'GET /api/renewals': {
    summary: 'Which listing a renewal link is about, by the signed link of a reminder; no session',
    access: 'anyone',
    query: ByToken,
    response: RenewalLink,
    errors: {
      NOT_FOUND: 'The link is wrong.',
      NO_LONGER_AVAILABLE: 'The listing is no longer there.',
      GONE: 'The link is too old.',
    },
  },
  'POST /api/renewals': {
    // Without the number of days: it would bring all thresholds into the form of a listing.
    summary:
      'Answer by the signed link of a reminder, without a session: RENEW, or SOLD. It works once, until some weeks after the end; later answers change nothing',
    ...visitorWrite,
    query: ByToken,
    body: z.object({ answer: RenewalAnswer }),
    response: RenewalLink,
    errors: {
      NOT_FOUND: 'The link is wrong.',
      NO_LONGER_AVAILABLE: 'The listing is no longer there.',
      GONE: 'The link is too old.',
    },
  },
  'DELETE /api/listings/:id': {
    summary: 'Delete your own listing (its page answers 410 from then on)',
    access: 'owner',
    changes: ['listings'],
    whileLeaving: 'allowed',
    params: ById,
    response: z.null(),
    errors: { FORBIDDEN: 'The listing is somebody else’s.', GONE: 'The listing was deleted.' },
  },
  'GET /api/my-listings': {
    summary: `Your own listings, of every status without a \`tab\`, newest first, ${limits.ownListings.atOnce} at a time`,
    access: 'user',
    shows: ['listings', 'people'],
    query: OwnListingsSearch.extend({
      /** An unknown one is the first. */
      tab: optionalParam(OwnListingsTab.catch('active')),
      cursor: optionalParam(PathId),
    }),
    headers: ['next'],
    response: z.array(OwnListing),
  },
  'GET /api/my-listings/counts': {
    summary: 'How many listings you have, and how many of each tab have the searched words in their titles',
    access: 'user',
    shows: ['listings', 'people'],
    query: OwnListingsSearch,
    response: z.object({
      total: z.number().int(),
      tabs: z.object({
        active: z.number().int(),
        sold: z.number().int(),
        hidden: z.number().int(),
        expired: z.number().int(),
      }),
    }),
  },
})
