import { type Insertable, sql } from 'kysely'
import type { Listings } from '#server/db/schema.ts'
import type { Listing, ListingDraft } from '#shared/contract/listings.ts'
import type { TestApp, TestUser } from './test-app.ts'

const photo = {
  url: '/media/photos/00000000-0000-4000-8000-000000000000/960.webp',
  width: 1200,
  height: 900,
  placeholder: null,
}

/** A listing as the database keeps it, made up but for what a test says; returns its id. */
export async function insertListing(
  { db }: Pick<TestApp, 'db'>,
  seller: Pick<TestUser, 'id'>,
  fields: Partial<Insertable<Listings>> = {},
): Promise<number> {
  const { id } = await db
    .insertInto('listings')
    .values({
      seller_id: seller.id,
      category_id: 1,
      title: 'Tecno Spark 20, clean',
      description: 'A phone in good order, with its charger and its box. Bought last year in Ikeja.',
      price: 12_500_000,
      price_type: 'FIXED',
      condition: 'USED',
      state: 'Lagos',
      lga: 'Ikeja',
      photos: JSON.stringify([photo]),
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Rows like what an upload leaves behind, so that a listing may show the address; returns the address. */
export async function insertUpload(
  { db }: Pick<TestApp, 'db'>,
  uploader: Pick<TestUser, 'id'>,
): Promise<string> {
  const { url } = await db
    .insertInto('uploads')
    .values({
      id: sql<string>`gen_random_uuid()`,
      uploader_id: uploader.id,
      url: sql<string>`'/media/photos/' || gen_random_uuid() || '/960.webp'`,
      width: 1200,
      height: 900,
      placeholder: 'WPcNBgAAiHiHh3iIeIiId3eIeA==',
    })
    .returning('url')
    .executeTakeFirstOrThrow()
  return url
}

/** The body of a listing that may be published, made up but for what a test says. */
export async function listingDraft(
  t: Pick<TestApp, 'db'>,
  seller: Pick<TestUser, 'id'>,
  fields: Partial<ListingDraft> = {},
): Promise<ListingDraft> {
  return {
    title: 'Tecno Spark 20, clean',
    description: 'A phone in good order, with its charger and its box. Bought last year in Ikeja.',
    categoryId: 1,
    price: 12_500_000,
    priceType: 'FIXED',
    condition: 'USED',
    state: 'Lagos',
    lga: 'Ikeja',
    photos: fields.photos ?? [await insertUpload(t, seller)],
    ...fields,
  }
}

/** Publishes a listing through the API, made up but for what a test says; `createdAt` moves it in time. */
export async function publish(
  t: Pick<TestApp, 'db'>,
  seller: TestUser,
  fields: Partial<ListingDraft> = {},
  createdAt?: Date,
): Promise<Listing> {
  const listing = await seller.api('POST /api/listings', { body: await listingDraft(t, seller, fields) })
  if (createdAt)
    await t.db.updateTable('listings').set({ created_at: createdAt }).where('id', '=', listing.id).execute()
  return listing
}
