import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { hashPassword } from '#server/core/session/password.ts'
import type { Db } from '#server/db/pool.ts'
import type { LoadRequest } from '../load/job.ts'
import { anyBrowseAddress, call, listAddress, page, pick } from '../requests/addresses.ts'
import type { Facts } from '../requests/facts.ts'
import { type Chatters, makeChatters } from '../sockets/chatters.ts'

/** The share of each kind in a hundred requests: roughly as in the access log of a classifieds site. */
const shares = {
  home: 8,
  browse: 20,
  search: 10,
  detail: 22,
  'API list': 6,
  picture: 20,
  view: 4,
  'sign-in': 1,
  favourite: 1,
  listing: 1,
  message: 7,
}
type Kind = keyof typeof shares
const kinds = Object.keys(shares) as Kind[]

/** Active users. */
const crowd = 200
const pictures = 10
const password = 'load test password'

export interface Mix {
  chatters: Chatters
  /** Creates new requests according to the shares. */
  make(count: number): LoadRequest[]
}

/** Prepares people with sessions and a password, real pictures, and the requests. */
export async function prepareMix(db: Db, origin: string, facts: Facts, random: () => number): Promise<Mix> {
  const chatters = await makeChatters(db, crowd, facts.samples[0]?.id ?? 1)
  await sql`update users set password_hash = ${await hashPassword(password)}
    where lower(username) like 'bench\\_%'`.execute(db)
  const photos = await uploadPhotos(origin, chatters.cookies)
  // Anybody may use a picture without an owner.
  await sql`update uploads set uploader_id = null where url = any(${photos}::text[])`.execute(db)
  const cookie = () => ({ cookie: pick(chatters.cookies, random) })
  const post = (path: string, headers: { cookie: string } | Record<string, never>, body?: unknown) =>
    ({ method: 'POST', path, headers, ...(body === undefined ? {} : { body }) }) satisfies LoadRequest
  const listing = () => pick(facts.samples, random)

  const makers: Record<Kind, () => LoadRequest> = {
    home: () => page('/'),
    browse: () => page(anyBrowseAddress(facts, random)),
    search: () => page(listAddress('/listings', { search: pick(facts.words.middling, random) })),
    detail: () => page(`/listings/${listing().id}`),
    'API list': () => call(`/api${anyBrowseAddress(facts, random)}`),
    picture: () => ({ path: pick(photos, random).replace(/\d+\.webp$/, '320.webp') }),
    view: () => post(`/api/listings/${listing().id}/view`, {}),
    'sign-in': () => {
      const email = `bench_${1 + Math.floor(random() * crowd)}@example.com`
      return post('/api/auth/login', {}, { email, password })
    },
    favourite: () => post('/api/favorites', cookie(), { listingId: listing().id }),
    listing: () => {
      const { id: _, category, title, description, ...rest } = listing()
      // A unique text each: a copy of another seller's text is held for review.
      const number = Math.floor(random() * 1e9)
      return post('/api/listings', cookie(), {
        ...rest,
        title: `${title.slice(0, 65)} ${number}`,
        description: `${description.slice(0, 4000)} Ask for number ${number}.`,
        categoryId: category,
        photos: [pick(photos, random)],
      })
    },
    message: () => {
      const { threadId, buyer, seller } = pick(chatters.talks, random)
      const sender = chatters.cookies[random() < 0.5 ? buyer : seller] ?? ''
      const body = `Good morning, is it still available? I can come at ${Math.floor(random() * 1e6)}.`
      return post(`/api/threads/${threadId}/messages`, { cookie: sender }, { body, clientId: randomUUID() })
    },
  }
  const drawer = kinds.flatMap((kind) => Array<Kind>(shares[kind]).fill(kind))
  const makeOne = (): LoadRequest => {
    const kind = pick(drawer, random)
    return { ...makers[kind](), kind }
  }
  return { chatters, make: (count) => Array.from({ length: count }, makeOne) }
}

/** Real pictures, made through the upload endpoint; returns their addresses. */
async function uploadPhotos(origin: string, cookies: string[]): Promise<string[]> {
  const photo = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#3a7d5c' } })
    .jpeg()
    .toBuffer()
  const photos: string[] = []
  for (const cookie of cookies.slice(0, pictures)) {
    const form = new FormData()
    form.set('upload_preset', 'oja')
    form.set('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg')
    const answer = await fetch(`${origin}/api/uploads`, { method: 'POST', headers: { cookie }, body: form })
    if (!answer.ok) throw new Error(`A picture was answered with ${answer.status}: ${await answer.text()}`)
    const { secure_url } = (await answer.json()) as { secure_url: string }
    photos.push(new URL(secure_url, origin).pathname)
  }
  return photos
}
