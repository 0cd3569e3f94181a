import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/session/session.ts'
import { readImeisOf } from '#server/features/passports/passports.public.ts'
import { AppError } from '#shared/errors.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'
import { type Everything, readEverythingOf } from './export.db.ts'

type Services = Pick<Context, 'db' | 'env' | 'storage'>

interface Picture {
  /** Its name in the archive. */
  name: string
  /** As the database stores it. */
  url: string
}

const readMe = `This is what ${PRODUCT_NAME} keeps about you.

The .json files are texts: any editor opens them. Times are in UTC, prices in kobo (a hundredth of a Naira).
The folder "photos" has your picture, the photos of your listings and drafts, your proofs of stolen phones and the pictures that you sent in messages.
`

/** Users whose archive is being downloaded: each takes memory until it is read, however slowly. */
const underWay = new Set<number>()

/**
 * All data of the viewer as a ZIP, one at a time (RATE_LIMITED). Everything is read before the first byte is
 * sent, except the pictures, which are read one at a time.
 */
export async function exportAccount(services: Services, viewer: Pick<Viewer, 'id'>): Promise<Readable> {
  if (underWay.has(viewer.id))
    throw new AppError(
      'RATE_LIMITED',
      'Your download is under way already. Please wait until it has ended.',
      {
        retryAfter: 10,
      },
    )
  underWay.add(viewer.id)
  try {
    const output = await writeArchive(services, viewer)
    void finished(output)
      .catch(() => undefined)
      .then(() => underWay.delete(viewer.id))
    return output
  } catch (error) {
    underWay.delete(viewer.id)
    throw error
  }
}

async function writeArchive({ db, env, storage }: Services, viewer: Pick<Viewer, 'id'>): Promise<Readable> {
  const everything = {
    ...(await readEverythingOf(db, viewer.id)),
    ...(await readImeisOf({ db, env }, viewer.id)),
  }
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream, { objectMode: false })
  zip.addBuffer(Buffer.from(readMe), 'README.txt')
  for (const [name, content] of Object.entries(everything))
    zip.addBuffer(Buffer.from(`${JSON.stringify(content, null, 2)}\n`), `${name}.json`)
  addPictures(zip, storage, picturesOf(everything), output).catch((error: Error) => output.destroy(error))
  return output
}

/**
 * Missing pictures are listed in `photos/missing.txt`. The next one is read when the last one has been sent.
 */
async function addPictures(
  zip: ZipFile,
  storage: Services['storage'],
  pictures: Picture[],
  output: Readable,
): Promise<void> {
  const missing: string[] = []
  // Ends the loop if the client disconnects in the middle.
  const over = finished(output).catch(() => undefined)
  for (const { name, url } of pictures) {
    if (output.destroyed) return
    const key = /^\/media\/(photos\/.+)$/.exec(url)?.[1]
    const bytes = key ? await storage.get(key) : null
    if (!bytes) {
      missing.push(`${name}: ${url}`)
      continue
    }
    const picture = Readable.from([bytes])
    zip.addReadStream(picture, name, { compress: false, size: bytes.length })
    await Promise.race([finished(picture), over])
  }
  if (output.destroyed) return
  if (missing.length > 0)
    zip.addBuffer(
      Buffer.from(`These pictures are not kept here:\n${missing.join('\n')}\n`),
      'photos/missing.txt',
    )
  zip.end()
}

function picturesOf({
  account,
  listings,
  drafts,
  conversations,
  'stolen-phones': stolen,
}: Everything & Awaited<ReturnType<typeof readImeisOf>>): Picture[] {
  const endOf = (url: string) => /\.[a-z0-9]{1,5}$/.exec(url)?.[0] ?? ''
  const picture = (name: string, url: string) => ({ name: `photos/${name}${endOf(url)}`, url })
  return [
    ...(account?.avatarUrl ? [picture('you', account.avatarUrl)] : []),
    ...listings.flatMap(({ id, photos }) =>
      photos.map(({ url }, index) => picture(`listing-${id}/${index + 1}`, url)),
    ),
    ...drafts.flatMap(({ id, content: { photos = [] } }) =>
      photos.map(({ url }, index) => picture(`draft-${id}/${index + 1}`, url)),
    ),
    ...conversations.flatMap(({ id, messages }) =>
      messages.flatMap((message) =>
        message.byYou && message.attachment
          ? [picture(`conversation-${id}/${message.id}`, message.attachment.url)]
          : [],
      ),
    ),
    ...stolen.map(({ proof }, index) => picture(`stolen-phone/${index + 1}`, proof.url)),
  ]
}
