import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Answered, Person } from '#tests/support/person.ts'

/** Uploads a picture; returns its path. */
export async function uploadPhoto(person: Pick<Person, 'send'>): Promise<string> {
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#207050' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('upload_preset', 'oja')
  form.set('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg')
  const uploaded = await person.send('POST', '/api/uploads', form)
  if (uploaded.status !== 200)
    throw new Error(`The upload was answered with ${uploaded.status}: ${uploaded.text}`)
  return new URL((uploaded.body as { secure_url: string }).secure_url).pathname
}

/** Publishes a listing with a unique text. */
export function postListing({ send }: Pick<Person, 'send'>, title: string, photo: string): Promise<Answered> {
  return send('POST', '/api/listings', {
    title,
    description: `${title}: something to look at and to talk about, ${randomUUID()}.`,
    categoryId: 1,
    price: 250_000,
    priceType: 'FIXED',
    condition: 'USED',
    state: 'Lagos',
    lga: 'Ikeja',
    photos: [photo],
  })
}
