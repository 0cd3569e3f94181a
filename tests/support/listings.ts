import { type Insertable, sql } from 'kysely'
import type { z } from 'zod'
import { renewalToken } from '#server/core/mail/signed-links.ts'
import type { SecretKeySettings } from '#server/core/session/secret-key.ts'
import type { DB } from '#server/db/schema.ts'
import type { Listing, ListingDraft } from '#shared/contract/listings.ts'
import { limits } from '#shared/limits.ts'
import type { TestApp, TestUser } from './test-app.ts'

type DraftBody = z.input<typeof ListingDraft>

const photo = {
  url: '/media/photos/00000000-0000-4000-8000-000000000000/960.webp',
  width: 1200,
  height: 900,
  placeholder: null,
}

/** Inserts a listing with made-up defaults; returns its id. */
export async function insertListing(
  { db }: Pick<TestApp, 'db'>,
  seller: Pick<TestUser, 'id'>,
  fields: Partial<Insertable<DB['listings']>> = {},
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

/** The token of a signed renewal link, as the reminders of a listing have it. */
export async function renewalTokenFor(
  { db, env }: Pick<TestApp, 'db'> & { env: SecretKeySettings },
  listingId: number,
): Promise<string> {
  const { endsAt } = await db
    .selectFrom('listings')
    .select('ends_at as endsAt')
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow()
  return renewalToken(env, { listingId, endsAt })
}

/** Inserts listings with made-up defaults, of as many sellers as are enough for a range of prices; returns their ids. */
export async function insertSimilar(
  t: Pick<TestApp, 'db' | 'user'>,
  fields: (number: number) => Partial<Insertable<DB['listings']>> = () => ({}),
  count: number = limits.priceGuide.similar,
): Promise<number[]> {
  const ids: number[] = []
  for (let number = 0; number < count; number += 1)
    ids.push(await insertListing(t, await t.user(), fields(number)))
  return ids
}

/** Inserts the rows of an upload, so that a listing may use the address; returns the address. */
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

/** The body of a publishable listing, with made-up defaults. */
export async function listingDraft(
  t: Pick<TestApp, 'db'>,
  seller: Pick<TestUser, 'id'>,
  fields: Partial<DraftBody> = {},
): Promise<DraftBody> {
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

/** Publishes a listing through the API, with made-up defaults; `createdAt` moves it in time. */
export async function publish(
  t: Pick<TestApp, 'db'>,
  seller: TestUser,
  fields: Partial<DraftBody> = {},
  createdAt?: Date,
): Promise<Listing> {
  const listing = await seller.api('POST /api/listings', { body: await listingDraft(t, seller, fields) })
  if (createdAt)
    await t.db.updateTable('listings').set({ created_at: createdAt }).where('id', '=', listing.id).execute()
  return listing
}
