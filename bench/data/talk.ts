import { createRandom, type Random } from '#server/demo/random.ts'
import { drawBuyer, drawCount, drawMoment } from './activity.ts'
import { line } from './copy.ts'
import type { Market } from './market-model.ts'
import { createPhoto } from './photo-placeholders.ts'
import { table } from './tables.ts'

export const threadColumns =
  'threads (id, listing_id, seller_id, buyer_id, last_message_at, buyer_mailed_at, seller_mailed_at, created_at)'
export const messageColumns =
  'messages (thread_id, sender_id, recipient_id, client_id, body, attachment, created_at, read_at)'

const said = `
Good afternoon. Is it still available?|Yes, it is still with me.|Please what is the last price?|I can remove a little.
Where is your shop?|I am around till six this evening.|Can you deliver to Ibadan?|By the park, it gets there next morning.
Okay|Thank you|No problem.|I will be there by five.|Please send more pictures.|Let me think about it and come back to you.
Is the price negotiable?|Bring five thousand less and it is yours.|Deal. Can you keep it for me till Friday?|I can.
Any scratch on it?|One small one near the edge, you will hardly see it.|Does it come with the box and the receipt?
Yes, everything is complete. You can test it for as long as you like before you pay, I am not in a hurry at all.
Abeg, will you take ten thousand less? I am coming from far and the transport alone is killing me this period.
We are here.|Coming out now.|I have sent it, please check and tell me when it arrives.|It arrived, thank you very much.
`
  .trim()
  .split(/[|\n]/)

export interface TalkWriter {
  thread(row: string): Promise<void> | undefined
  message(row: string): Promise<void> | undefined
}

/**
 * Generates all threads with their messages: on one listing in six, on a few listings hundreds; four messages
 * each, in a few threads hundreds. Awaits the writer's promises. Resolves with the counts.
 */
export async function writeTalk(
  market: Market,
  writer: TalkWriter,
): Promise<{ threads: number; messages: number }> {
  const random = createRandom()
  const photo = createPhoto(random)
  let id = 0
  let messageCount = 0
  for (let listing = 1; listing <= market.listings; listing += 1) {
    random.begin(table.threads, listing)
    const sellerId = market.sellerOf(listing)
    if (!random.chance(0.17) || market.isInactive(sellerId)) continue
    const buyers = new Set<number>()
    for (let left = 1 + drawCount(random, 0.5, 0.1 * market.users); left > 0; left -= 1)
      buyers.add(drawBuyer(random, market, sellerId))
    for (const buyerId of buyers) {
      id += 1
      const opened = drawMoment(random, market, listing)
      const messages = makeMessages(random, photo, market, { id, sellerId, buyerId, opened })
      const last = new Date(messages.last).toISOString()
      const row = line(id, listing, sellerId, buyerId, last, last, last, new Date(opened).toISOString())
      messageCount += messages.rows.length
      const behind = writer.thread(row)
      if (behind) await behind
      for (const message of messages.rows) {
        const messagesBehind = writer.message(message)
        if (messagesBehind) await messagesBehind
      }
    }
  }
  return { threads: id, messages: messageCount }
}

interface Thread {
  id: number
  sellerId: number
  buyerId: number
  /** Milliseconds. */
  opened: number
}

/**
 * The buyer begins. A reply marks the other party's messages as read, and in one thread in ten the last
 * messages are unread.
 */
function makeMessages(random: Random, photo: () => string, market: Market, thread: Thread) {
  const count = random.chance(0.03) ? 0 : 1 + drawCount(random, 2.4, 800)
  const isRead = random.chance(0.9)
  const rows: string[] = []
  let moment = thread.opened
  let isSeller = false
  let answersFrom = count
  const speakers = Array.from({ length: count }, (_, index) => {
    if (index > 0 && random.chance(0.7)) isSeller = !isSeller
    return isSeller
  })
  while (answersFrom > 0 && speakers[answersFrom - 1] === speakers[count - 1]) answersFrom -= 1
  for (const [index, bySeller] of speakers.entries()) {
    moment = Math.min(market.moment(1), moment + 1000 + Math.floor(random.next() ** 4 * 14_400_000))
    const [sender, recipient] = bySeller
      ? [thread.sellerId, thread.buyerId]
      : [thread.buyerId, thread.sellerId]
    const attachment = random.chance(0.02) ? photo() : null
    const body = attachment ? '' : random.pick(said)
    const at = new Date(moment).toISOString()
    const read = isRead || index < answersFrom ? at : null
    rows.push(line(thread.id, sender, recipient, `bench-${index}`, body, attachment, at, read))
  }
  return { rows, last: moment }
}
