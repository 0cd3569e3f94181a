import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { type Answered, details, type Person, request } from '#tests/support/person.ts'
import { change, known, type Ledger } from './ledger.ts'

/** One response, as the person saw it. */
export interface Seen {
  /** The time of the request, by performance.now(). */
  at: number
  ms: number
  what: string
  status: number
  retryAfter: number | null
  detail: string
}

export interface Traffic {
  seen: Seen[]
  /** The requests in progress. */
  underWay: Set<string>
  /** Starts no new requests, and resolves when those in progress have ended. */
  stop(): Promise<void>
}

interface Market {
  url: string
  ledger: Ledger
  seller: Person
  buyer: Person
}

type Act = (market: Acting) => Promise<void>
interface Acting extends Market {
  /** Retries until a response is final; null if the traffic ended before. */
  insist(what: string, ask: () => Promise<Answered>): Promise<Answered | null>
}

export interface Pace {
  workers?: number
  /** Between two tries of a refused request, and between two rounds of the visitor. */
  retryDelayMs?: number
}

let counter = 0
const word = () => `${Date.now().toString(36)}${(++counter).toString(36)}`

/** A seller and a buyer, who repeat everything that leaves data behind. */
export function startTraffic(market: Market, { workers = 4, retryDelayMs = 60 }: Pace = {}): Traffic {
  const seen: Seen[] = []
  const underWay = new Set<string>()
  let isEnding = false

  async function send(what: string, ask: () => Promise<Answered>): Promise<Answered> {
    const at = performance.now()
    underWay.add(what)
    const answer = await ask()
    underWay.delete(what)
    const { error, detail = error?.message ?? '' } = (answer.body ?? {}) as {
      detail?: string
      error?: { message: string }
    }
    const { status, retryAfter } = answer
    seen.push({ at, ms: performance.now() - at, what, status, retryAfter, detail })
    return answer
  }

  const acting: Acting = {
    ...market,
    async insist(what, ask) {
      for (;;) {
        const answer = await send(what, ask)
        if (answer.status > 0 && answer.status < 500) return answer
        if (isEnding) return null
        await sleep(retryDelayMs)
      }
    },
  }
  const acts = [
    createListing,
    sendMessage,
    sendMessage,
    editListing,
    save,
    askQuestion,
    review,
    join,
    deleteListing,
  ]
  const doing = Array.from({ length: workers }, async (_, worker) => {
    for (let turn = worker * 2; !isEnding; turn += 1) await (acts[turn % acts.length] as Act)(acting)
  })
  const visiting = visit()

  /** A visitor, whose pages may be cached. */
  async function visit(): Promise<void> {
    while (!isEnding) {
      await send('page', () => request(`${market.url}/about`, 'GET', undefined, undefined))
      await send('own page', () => market.buyer.send('GET', '/'))
      await send('search', () => request(`${market.url}/api/listings`, 'GET', undefined, undefined))
      await sleep(retryDelayMs)
    }
  }

  return {
    seen,
    underWay,
    async stop() {
      isEnding = true
      await Promise.all([...doing, visiting])
    },
  }
}

/** A small, unique picture. */
async function photoForm(): Promise<FormData> {
  const background = { r: counter % 256, g: (counter * 7) % 256, b: (counter * 31) % 256 }
  const bytes = await sharp({ create: { width: 200, height: 150, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('upload_preset', 'oja')
  form.set('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg')
  return form
}

/** Returns the path of the picture. */
async function upload({ seller, ledger, insist }: Acting): Promise<string | null> {
  counter += 1
  const form = await photoForm()
  const answer = await insist('upload', () => seller.send('POST', '/api/uploads', form))
  if (answer?.status !== 200) return null
  const path = new URL((answer.body as { secure_url: string }).secure_url).pathname
  ledger.photos.add(path)
  return path
}

interface Titled {
  id: number
  title: string
}

async function createListing(acting: Acting): Promise<void> {
  const { seller, ledger, insist } = acting
  const photo = await upload(acting)
  if (!photo) return
  const name = word()
  const title = `Radio ${name}`
  const draft = {
    title,
    description: `${name}: a radio in good order, ${randomUUID()}, with its box and its ${randomUUID()}.`,
    categoryId: 1,
    price: 100_000 + counter,
    priceType: 'FIXED',
    condition: 'USED',
    state: 'Lagos',
    lga: 'Ikeja',
    photos: [photo],
  }
  const note = (id: number) =>
    ledger.listings.set(id, {
      sellerId: seller.id,
      title: known(title),
      isDeleted: known(false),
      photos: [photo],
    })
  // Like browsers: repeated with the same key until there is a response.
  const key = randomUUID()
  const answer = await insist('listing', () => seller.send('POST', '/api/listings', draft, key))
  if (answer?.status === 201) note((answer.body as Titled).id)
}

function anyListing({ ledger }: Acting, from = 0) {
  const live = [...ledger.listings].filter(([, { isDeleted }]) => !isDeleted.value && !isDeleted.isChanging)
  return live[(from + counter) % Math.max(1, live.length)]
}

async function editListing(acting: Acting): Promise<void> {
  const [id, entry] = anyListing(acting) ?? []
  if (!entry) return
  const title = `Radio ${word()}`
  await change(entry.title, title, async () => {
    const answer = await acting.insist('edit', () =>
      acting.seller.send('PATCH', `/api/listings/${id}`, { title }),
    )
    return answer?.status === 200
  })
}

async function deleteListing(acting: Acting): Promise<void> {
  if (acting.ledger.listings.size < 4) return
  const [id, entry] = anyListing(acting, 1) ?? []
  if (!entry) return
  await change(entry.isDeleted, true, async () => {
    const answer = await acting.insist('delete', () => acting.seller.send('DELETE', `/api/listings/${id}`))
    // GONE: the first attempt succeeded, and its response was lost.
    return answer?.status === 204 || answer?.status === 410
  })
}

async function sendMessage(acting: Acting): Promise<void> {
  const { buyer, ledger, insist } = acting
  const [id] = anyListing(acting) ?? []
  if (!id) return
  const opened = await insist('thread', () => buyer.send('POST', '/api/threads', { listingId: id }))
  if (!opened || opened.status >= 300) return
  const threadId = (opened.body as { id: number }).id
  const clientId = randomUUID()
  const entry = { threadId, body: `Is it still there? ${word()}`, isAcknowledged: false }
  ledger.messages.set(clientId, entry)
  const answer = await insist('message', () =>
    buyer.send('POST', `/api/threads/${threadId}/messages`, { body: entry.body, clientId }),
  )
  if (answer && answer.status < 300) entry.isAcknowledged = true
}

async function save(acting: Acting): Promise<void> {
  const { buyer, ledger, insist } = acting
  const [id] = anyListing(acting) ?? []
  if (!id) return
  const key = `${buyer.id}:${id}`
  const entry = ledger.favorites.get(key) ?? known(false)
  ledger.favorites.set(key, entry)
  const saves = counter % 3 > 0
  await change(entry, saves, async () => {
    const answer = await insist('favourite', () =>
      saves
        ? buyer.send('POST', '/api/favorites', { listingId: id })
        : buyer.send('DELETE', `/api/favorites/${id}`),
    )
    return answer !== null && answer.status < 300
  })
}

async function askQuestion(acting: Acting): Promise<void> {
  const { buyer, ledger, insist } = acting
  const [id] = anyListing(acting) ?? []
  if (!id) return
  const question = `Does it come with its cable, ${word()}?`
  const entry = { listingId: id, isAcknowledged: false }
  ledger.questions.set(question, entry)
  const answer = await insist('question', () =>
    buyer.send('POST', `/api/listings/${id}/questions`, { question }),
  )
  if (answer && answer.status < 300) entry.isAcknowledged = true
}

async function review(acting: Acting): Promise<void> {
  const { buyer, seller, ledger, insist } = acting
  const key = `${buyer.id}:${seller.id}`
  const entry = ledger.reviews.get(key) ?? known('')
  ledger.reviews.set(key, entry)
  const comment = `Quick and friendly ${word()}`
  await change(entry, comment, async () => {
    const answer = await insist('review', () =>
      buyer.send('POST', `/api/users/${seller.id}/reviews`, { stars: 5, comment }),
    )
    return answer !== null && answer.status < 300
  })
}

async function join({ url, ledger, insist }: Acting): Promise<void> {
  const form = details('chidi')
  const answer = await insist('registration', () =>
    request(`${url}/api/auth/register-email`, 'POST', form, undefined),
  )
  // CONFLICT: the first attempt succeeded, and its response was lost.
  if (answer && (answer.status < 300 || answer.status === 409)) ledger.registrations.add(form.email)
}
