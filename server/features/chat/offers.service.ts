import type { Tx } from '#server/db/pool.ts'
import type { Message, Offer, OfferStatus } from '#shared/contract/chat.ts'
import { AppError } from '#shared/errors.ts'
import { formatNaira } from '#shared/money.ts'
import {
  endOffer,
  findOffer,
  insertOffer,
  lockListing,
  lockOffer,
  readMarket,
  replacePending,
} from './offers.db.ts'

/** The text of an offer, for lists, mails and clients that show only text. */
export const offerText = (price: number) => `Offer: ${formatNaira(price)}`

/**
 * Makes a message that was just written an offer, and ends the one before it. Throws CONFLICT, so that the message is not written
 * either, where the listing is not for sale or a deal is open. The caller locked the listing (`lockListing`) before it wrote the message.
 */
export async function placeOffer(
  tx: Tx,
  { message, isNew }: { message: Message; isNew: boolean },
  price: number,
): Promise<Offer | null> {
  const { threadId, senderId } = message
  if (!isNew) return findOffer(tx, message.id)
  await requireMarket(tx, threadId)
  await replacePending(tx, threadId, senderId)
  await insertOffer(tx, message, price)
  return { price, status: 'PENDING' }
}

export type OfferResolution = Extract<OfferStatus, 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN'>

const sentences = {
  ACCEPTED: 'This offer was accepted already.',
  DECLINED: 'This offer was declined already.',
  COUNTERED: 'This offer was answered with another one. Look at that one.',
  WITHDRAWN: 'This offer was withdrawn.',
  CLOSED: 'This offer is no longer open.',
}

/**
 * Ends an offer by an act of one party; `isNew: false` if the same act ended it before. Throws NOT_FOUND for strangers, FORBIDDEN for the
 * act of the other party, CONFLICT where the offer ended otherwise, the listing is not for sale or a deal is open.
 */
export async function settleOffer(
  tx: Tx,
  { messageId, viewerId, status }: { messageId: number; viewerId: number; status: OfferResolution },
): Promise<{ threadId: number; offer: Offer; isNew: boolean }> {
  if (status === 'ACCEPTED') await lockListing(tx, { messageId })
  const found = await lockOffer(tx, messageId, viewerId)
  if (!found) throw new AppError('NOT_FOUND', 'There is no such offer.')
  const { threadId, senderId, price } = found
  const isOwn = senderId === viewerId
  if (isOwn && status !== 'WITHDRAWN')
    throw new AppError('FORBIDDEN', 'The other person has to answer your offer.')
  if (!isOwn && status === 'WITHDRAWN')
    throw new AppError('FORBIDDEN', 'Only the person who made this offer can withdraw it.')
  const offer = { price, status }
  if (found.status === status) return { threadId, offer, isNew: false }
  if (found.status !== 'PENDING') throw new AppError('CONFLICT', sentences[found.status])
  if (status === 'ACCEPTED') await requireMarket(tx, threadId)
  if (!(await endOffer(tx, messageId, status))) throw new AppError('CONFLICT', sentences.CLOSED)
  return { threadId, offer, isNew: true }
}

/** Throws CONFLICT where the thread's listing is not for sale or a deal is open. */
async function requireMarket(tx: Tx, threadId: number): Promise<void> {
  const { isForSale, hasOpenDeal } = await readMarket(tx, threadId)
  if (!isForSale) throw new AppError('CONFLICT', 'This listing is not for sale at the moment.')
  if (hasOpenDeal)
    throw new AppError('CONFLICT', 'There is an open deal in this conversation. Suggest another price there.')
}

/** The text of the message to the other party. */
export function answerText({ price, status }: { price: number; status: OfferResolution }): string {
  const amount = formatNaira(price)
  if (status === 'ACCEPTED') return `I accept your offer of ${amount}.`
  return status === 'DECLINED' ? `I decline your offer of ${amount}.` : `I withdraw my offer of ${amount}.`
}
