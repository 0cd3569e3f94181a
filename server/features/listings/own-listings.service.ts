import { keysetPage } from '#server/core/keyset-pages.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { findCards } from '#server/features/catalogue/catalogue.public.ts'
import type { OwnListing, OwnListingsTab } from '#shared/contract/listings.ts'
import { limits } from '#shared/limits.ts'
import { ownListingsTabOf } from '#shared/own-listings-tab.ts'
import { containsEveryWord } from '#shared/text.ts'
import { findModeration, findOfSeller } from './listings.db.ts'
import { endOf, moderationOf, notModerated } from './present-listing.ts'

/**
 * A page of the viewer's own listings, newest first, after the listing `cursor`; the new cursor is null on the last page. What chooses them
 * is read of all of them, and the cards of the page: a seller has thousands.
 */
export async function listOwn(
  db: Db,
  viewer: Viewer,
  {
    tab,
    search = '',
    cursor,
  }: { tab?: OwnListingsTab | undefined; search?: string | undefined; cursor?: number | undefined },
): Promise<{ listings: OwnListing[]; cursor: number | null }> {
  const own = await findOfSeller(db, viewer.id, cursor)
  const older = own
    .slice(own.findIndex(({ id }) => id === cursor) + 1)
    .filter(
      (one) => (tab === undefined || ownListingsTabOf(one) === tab) && containsEveryWord(one.title, search),
    )
  const { items, cursor: next } = keysetPage(older, limits.ownListings.atOnce, ({ id }) => id)
  const ids = items.map(({ id }) => id)
  const cards = new Map((await findCards(db, ids)).map((card) => [card.id, card]))
  const moderation = await findModeration(db, ids)
  const listings = items.flatMap(({ id, ...end }) => {
    const card = cards.get(id)
    if (!card) return []
    const moderated = moderation.get(id)
    return { ...card, ...(moderated ? moderationOf(moderated) : notModerated), ...endOf(end) }
  })
  return { listings, cursor: next }
}

/** How many listings the viewer has, and how many of each tab have these words in their titles. */
export async function countOwn(
  db: Db,
  viewer: Viewer,
  search = '',
): Promise<{ total: number; tabs: Record<OwnListingsTab, number> }> {
  const own = await findOfSeller(db, viewer.id)
  const found = Map.groupBy(
    own.filter(({ title }) => containsEveryWord(title, search)),
    ownListingsTabOf,
  )
  const count = (tab: OwnListingsTab) => found.get(tab)?.length ?? 0
  const tabs = {
    active: count('active'),
    sold: count('sold'),
    hidden: count('hidden'),
    expired: count('expired'),
  }
  return { total: own.length, tabs }
}
