import sharp from 'sharp'
import type { Photo } from '#shared/contract/common.ts'
import { insertListing } from '#tests/support/listings.ts'
import { multipart, uploadOf } from '#tests/support/pictures.ts'
import { type Person, person } from './people.ts'
import type { OjaServer } from './server.ts'

const colours = [
  '#c2410c',
  '#047857',
  '#1d4ed8',
  '#7e22ce',
  '#be123c',
  '#0e7490',
  '#4d7c0f',
  '#b45309',
  '#334155',
  '#9d174d',
]

/** A small JPEG of one colour; `photoFile(0)` and `photoFile(1)` differ. */
async function photoFile(index = 0): Promise<Buffer> {
  const background = colours[index % colours.length] ?? '#000'
  return sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

/** Photos already uploaded to a server, so that each is uploaded once per worker. */
const uploaded = new WeakMap<OjaServer, Promise<Photo>[]>()

async function photos(oja: OjaServer, count: number): Promise<Photo[]> {
  const known = uploaded.get(oja) ?? []
  uploaded.set(oja, known)
  if (known.length < count) {
    const uploader = await person(oja)
    while (known.length < count) known.push(uploadPhoto(oja, uploader, known.length))
  }
  return Promise.all(known.slice(0, count))
}

/** Uploads a small one-colour picture as a user, as the forms do. */
export async function uploadPhoto(oja: OjaServer, uploader: Person, index: number): Promise<Photo> {
  return uploadPicture(oja, uploader, await photoFile(index), `photo-${index}.jpg`)
}

/** Uploads any picture as a user, as the forms do. */
export async function uploadPicture(
  oja: OjaServer,
  uploader: Person,
  picture: Buffer,
  name: string,
): Promise<Photo> {
  const { payload, contentType } = await multipart(uploadOf(picture, name))
  const response = await fetch(new URL('/api/uploads', oja.url), {
    method: 'POST',
    headers: { cookie: uploader.cookie, 'content-type': contentType },
    body: new Uint8Array(payload),
  })
  const answer = (await response.json()) as { secure_url: string } & Omit<Photo, 'url'>
  const { secure_url, ...size } = answer
  return { url: new URL(secure_url).pathname, ...size }
}

/** Photos in the format of a file chooser. */
export async function photoFiles(count: number) {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `IMG_${index + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await photoFile(index),
    })),
  )
}

type ListingColumns = NonNullable<Parameters<typeof insertListing>[2]>

/** Inserts a listing with one or more real pictures into the database. Returns its id. */
export async function listing(
  oja: OjaServer,
  seller: Person,
  fields: ListingColumns & { photoCount?: number } = {},
): Promise<number> {
  const { photoCount = 1, ...columns } = fields
  const shown = await photos(oja, photoCount)
  return insertListing(oja.database, seller, { photos: JSON.stringify(shown), ...columns })
}

/** Minutes before now. */
export function minutesAgo(minutes: number): Date {
  return new Date(Date.now() - minutes * 60_000)
}
