import { isSignature, type Keys, sign } from './signed-links.ts'

const purpose = 'renewal'

/** A listing and the moment at which it ends. */
export interface ListingEnd {
  listingId: number
  endsAt: Date
}

/**
 * The token with which the seller of a listing says, without a session, whether it is still for sale: /renew. It is for one end of one
 * listing, so it is used up as soon as the listing ends at another time.
 */
export async function renewalToken(keys: Keys, { listingId, endsAt }: ListingEnd): Promise<string> {
  const end = `${listingId}-${endsAt.getTime()}`
  return `${end}-${await sign(keys, purpose, end)}`
}

/** What a token is for; null for an invalid one. */
export async function readRenewalToken(keys: Keys, token: string): Promise<ListingEnd | null> {
  const [, end = '', id, ms, given = ''] = /^(([1-9]\d{0,9})-(\d{13}))-([\w-]{22})$/.exec(token) ?? []
  if (Number(id) > 2_147_483_647 || !given || !(await isSignature(keys, purpose, end, given))) return null
  return { listingId: Number(id), endsAt: new Date(Number(ms)) }
}

/** The page of a token. */
export const renewalPath = (token: string) => `/renew?token=${token}`
