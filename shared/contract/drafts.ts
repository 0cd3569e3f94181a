import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Id, Kobo, Line, Lines, Photo, Timestamp, Version } from './common.ts'
import { Condition, PriceType } from './listing-values.ts'
import type { ListingDraft } from './listings.ts'
import { ById } from './parameters.ts'

const { max, title, text } = limits.drafts

const content = {
  title: Line.max(title, `A draft's title has at most ${title} characters`),
  description: Lines.max(text, `A draft's description has at most ${text} characters`),
  categoryId: Id,
  condition: Condition,
  price: Kobo.max(limits.price.max),
  priceType: PriceType,
  state: Line.max(title),
  lga: Line.max(title),
} satisfies Record<Exclude<keyof ListingDraft, 'photos'>, z.ZodType>

/** An unfinished listing: any subset of the fields, with values that need not be valid yet. */
export const DraftContent = z.object({ ...content, photos: z.array(Photo) }).partial()
export type DraftContent = z.output<typeof DraftContent>

/** The same as a form sends it, with the addresses of photos. Photos that the user did not upload are dropped. */
const DraftForm = z
  .object({ ...content, photos: z.array(z.string().max(1000)).max(limits.photos.max) })
  .partial()
export type DraftForm = z.input<typeof DraftForm>

export const Draft = z.object({
  id: Id,
  content: DraftContent,
  updatedAt: Timestamp,
  version: Version,
})
export type Draft = z.output<typeof Draft>

export const drafts = endpoints({
  'GET /api/drafts': {
    summary: "One's drafts of listings, the last changed first",
    access: 'user',
    shows: ['drafts'],
    response: z.array(Draft),
  },
  'POST /api/drafts': {
    summary: 'Keep a listing that is being written',
    access: 'user',
    changes: ['drafts'],
    whileLeaving: 'allowed',
    retry: 'by key',
    body: z.object({ content: DraftForm }),
    response: Draft,
    status: 201,
    errors: { CONFLICT: `There are ${max} drafts already.` },
  },
  'PATCH /api/drafts/:id': {
    summary: 'Replace what a draft contains',
    access: 'owner',
    changes: ['drafts'],
    whileLeaving: 'allowed',
    params: ById,
    body: z.object({ content: DraftForm, version: Version }),
    response: Draft,
    errors: { STALE_VERSION: 'The draft was changed since `version`; `current` is the draft as it is now.' },
  },
  'DELETE /api/drafts/:id': {
    summary: 'Delete a draft; succeeds also if there is none',
    access: 'user',
    changes: ['drafts'],
    whileLeaving: 'allowed',
    diskSpace: 'none',
    params: ById,
    response: z.null(),
  },
})
