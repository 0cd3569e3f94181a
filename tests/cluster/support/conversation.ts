import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from '#tests/support/person.ts'
import type { TestSocket } from '#tests/support/sockets.ts'
import { postListing, uploadPhoto } from './post-listing.ts'
import type { Market } from './traders.ts'

/** A conversation about a new listing. */
export async function openThread({ seller, buyer }: Market): Promise<number> {
  const title = `Talked of ${randomUUID().slice(0, 8)}`
  const listing = await postListing(seller, title, await uploadPhoto(seller))
  const { id: listingId } = listing.body as { id: number }
  const thread = await buyer.send('POST', '/api/threads', { listingId })
  if (thread.status >= 300)
    throw new Error(`The conversation was answered with ${thread.status}: ${thread.text}`)
  return (thread.body as { id: number }).id
}

interface Message {
  id: number
  body: string
}

/** The messages that one party received as their page does: live, and by reading again after each connection. */
export function listen(person: Person, threadId: number, socket: TestSocket) {
  const received: number[] = []
  /** Live messages, connection by connection. */
  const live: number[][] = [[]]
  const counts = { readAgain: 0 }
  socket.on('new_message', (event) => {
    if (event.threadId !== threadId) return
    received.push(event.message.id)
    live.at(-1)?.push(event.message.id)
  })
  socket.on('connect', () => {
    live.push([])
    counts.readAgain += 1
    void catchUp()
  })

  /** Reads everything after the last received message. */
  async function catchUp(): Promise<void> {
    const after = received.length > 0 ? `&after=${Math.max(...received)}` : ''
    for (let attempts = 0; attempts < 50; attempts += 1) {
      const answer = await person.send('GET', `/api/threads/${threadId}/messages?limit=100${after}`)
      if (answer.status === 200) {
        for (const { id } of answer.body as Message[]) if (!received.includes(id)) received.push(id)
        return
      }
      await sleep(100)
    }
  }
  return { received, live, counts, catchUp }
}

/** Sends messages one after the other, each repeated until it is acknowledged. Returns their ids. */
export async function sendAll(
  person: Person,
  threadId: number,
  count: number,
  onSent: (sent: number) => void,
) {
  const ids: number[] = []
  for (let number = 1; number <= count; number += 1) {
    const draft = { body: `${person.name} says ${number}, ${randomUUID()}`, clientId: randomUUID() }
    for (;;) {
      const answer = await person.send('POST', `/api/threads/${threadId}/messages`, draft)
      if (answer.status === 201) {
        ids.push((answer.body as Message).id)
        break
      }
      if (answer.status > 0 && answer.status < 500)
        throw new Error(`A message was answered with ${answer.status}: ${answer.text}`)
      await sleep(100)
    }
    onSent(ids.length)
  }
  return ids
}

/** All messages of a conversation from the database, oldest first. */
export async function readThread(person: Person, threadId: number): Promise<number[]> {
  const ids: number[] = []
  for (;;) {
    const before = ids[0] === undefined ? '' : `&before=${ids[0]}`
    const answer = await person.send('GET', `/api/threads/${threadId}/messages?limit=100${before}`)
    if (answer.status !== 200)
      throw new Error(`The conversation was answered with ${answer.status}: ${answer.text}`)
    const page = (answer.body as Message[]).map(({ id }) => id)
    ids.unshift(...page)
    if (page.length < 100) return ids
  }
}
