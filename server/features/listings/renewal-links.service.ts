import type { Context } from '#server/context.ts'
import { type ListingEnd, readRenewalToken } from '#server/core/mail/signed-links.ts'
import { authorizeLink } from '#server/core/session/authorize.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Env } from '#server/env.ts'
import type { RenewalAnswer, RenewalLink } from '#shared/contract/listings.ts'
import { AppError } from '#shared/errors.ts'
import { dayMs } from '#shared/limits.ts'
import { thresholds } from '#shared/thresholds.ts'
import { findListing, findListingForUpdate, type StoredListing, updateListing } from './listings.db.ts'
import { renew } from './listings.service.ts'

type Services = Pick<Context, 'db' | 'env'>

/** What a renewal link asks about. Throws NOT_FOUND for a forged link, NO_LONGER_AVAILABLE for a listing that is gone, GONE for an old link. */
export async function readRenewalLink({ db, env }: Services, token: string): Promise<RenewalLink> {
  const end = await readToken(env, token)
  return present(requireThere(await findListing(db, end.listingId)), end)
}

/**
 * Renews the listing of a link, or marks it as sold. A used link changes nothing: the response has the present state. Throws like
 * `readRenewalLink`, and FORBIDDEN where a moderator hid it.
 */
export async function answerRenewalLink(
  { db, env }: Services,
  token: string,
  answer: RenewalAnswer,
): Promise<RenewalLink> {
  const end = await readToken(env, token)
  return inTransaction(db, async (tx) => {
    const listing = authorizeLink(requireThere(await findListingForUpdate(tx, end.listingId)), end.listingId)
    if (!isOpen(listing, end)) return present(listing, end)
    const renewal = await (answer === 'RENEW'
      ? renew(tx, env, listing)
      : updateListing(tx, listing, { status: 'SOLD' }))
    const after = requireThere(await findListing(tx, listing.id))
    return { ...present(after, end), ...(renewal && { movedToTop: renewal.movedToTop }) }
  })
}

async function readToken(env: Env, token: string): Promise<ListingEnd> {
  const end = await readRenewalToken(env, token)
  if (!end) throw notFound()
  if (end.endsAt.getTime() + thresholds.renewal.linkAfter * dayMs < Date.now())
    throw new AppError('GONE', 'This link is too old. Log in and renew the listing under My Listings.')
  return end
}

/** Neither deleted nor of an inactive account. */
function requireThere<T extends StoredListing>(listing: T | null): T {
  if (!listing || listing.deletedAt || listing.sellerIsInactive)
    throw new AppError('NO_LONGER_AVAILABLE', 'This listing is no longer on Oja, so it cannot be renewed.')
  return listing
}

/** Whether the link is still current: not after a renewal or sale, or once its owner or a moderator hid it. */
const isOpen = ({ status, endsAt, endedAt, hiddenByModerator }: StoredListing, end: ListingEnd) =>
  endsAt.getTime() === end.endsAt.getTime() && (status === 'ACTIVE' || endedAt !== null) && !hiddenByModerator

function present(listing: StoredListing, end: ListingEnd): RenewalLink {
  const { id, title, photos, status, endsAt, endedAt } = listing
  return {
    listing: { id, title, photo: photos[0] ?? null },
    status,
    endsAt: endsAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    open: isOpen(listing, end),
  }
}

const notFound = () =>
  new AppError('NOT_FOUND', 'This link is incomplete. Open it again from the mail, or log in.')
