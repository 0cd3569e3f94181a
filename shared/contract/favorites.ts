import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { ListingCard } from './catalogue.ts'
import { Id, Photo, Timestamp } from './common.ts'
import { ById } from './parameters.ts'

/** A saved listing. Its `id` is the listing's, so that a favourite has one number under both names. */
export const FavoriteListing = ListingCard.extend({ listingId: Id, favoritedAt: Timestamp })
export type FavoriteListing = z.output<typeof FavoriteListing>

/** A saved listing that was hidden or deleted, or whose seller is inactive: its last public state. */
export const UnavailableFavorite = z.object({
  id: Id,
  listingId: Id,
  title: z.string(),
  photos: z.array(Photo).max(1).describe('The cover'),
  favoritedAt: Timestamp,
})
export type UnavailableFavorite = z.output<typeof UnavailableFavorite>

export const favorites = endpoints({
  'GET /api/favorites': {
    summary: "The ids of one's saved listings, the last saved first",
    access: 'user',
    shows: ['favorites', 'listings'],
    response: z.array(Id),
  },
  'GET /api/favorites/listings': {
    summary: "One's saved listings, the last saved first; those that may not be seen now are left out",
    access: 'user',
    shows: ['favorites', 'listings', 'people'],
    response: z.array(FavoriteListing),
  },
  'GET /api/favorites/unavailable': {
    summary: "One's saved listings that may not be seen now, as they were when they were last public",
    access: 'user',
    shows: ['favorites', 'listings', 'people'],
    response: z.array(UnavailableFavorite),
  },
  'POST /api/favorites': {
    summary: 'Save a listing; saving it again changes nothing',
    access: 'user',
    changes: ['favorites'],
    whileLeaving: 'allowed',
    body: z.object({ listingId: Id }),
    response: z.object({ id: Id, listingId: Id }),
    status: 201,
    errors: {
      NOT_FOUND: 'There is no such listing, or the caller may not see it.',
      CONFLICT: 'The caller saves as many listings as possible.',
      GONE: 'The listing was deleted.',
    },
  },
  'DELETE /api/favorites/:id': {
    summary:
      'Remove a saved listing, by its id or the favourite’s, which are the same; succeeds also if it is not saved',
    access: 'user',
    changes: ['favorites'],
    whileLeaving: 'allowed',
    params: ById,
    response: z.null(),
  },
})
