import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type ReadStreamOptions, ZipFile } from 'yazl'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/session/session.ts'
import { imeiFilesOf } from '#server/features/passports/passports.public.ts'
import { AppError } from '#shared/errors.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'
import { filesOf, readAccount } from './export.db.ts'

type Services = Pick<Context, 'db' | 'env' | 'storage'>

const readMe = `This is what ${PRODUCT_NAME} keeps about you.

The .json files are texts: any editor opens them. Times are in UTC, prices in kobo (a hundredth of a Naira).
The folder "photos" has your picture, the photos of your listings and drafts, your proofs of stolen phones and the pictures that you sent in messages.
`

/** Users whose archive is being downloaded: each takes memory for what is read next, however slowly it is read. */
const underWay = new Set<number>()

/**
 * All data of the viewer as a ZIP, one at a time (RATE_LIMITED). Each file is read when the one before it has been sent, so that a large
 * account takes no more memory than a small one. So each is of another moment: one snapshot for all would hold a connection, and keep
 * PostgreSQL from vacuuming, for as long as a slow phone downloads.
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

async function writeArchive(services: Services, { id }: Pick<Viewer, 'id'>): Promise<Readable> {
  // Before the first byte: a failure is still an answer.
  const account = await readAccount(services.db, id)
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream, { objectMode: false })
  zip.addBuffer(Buffer.from(readMe), 'README.txt')
  zip.addBuffer(Buffer.from(`${JSON.stringify(account, null, 2)}\n`), 'account.json')

  // Ends what waits if the client disconnects in the middle.
  const over = finished(output).catch(() => undefined)
  async function add(file: Readable, ...[name, options]: [string, Partial<ReadStreamOptions>?]) {
    zip.addReadStream(file, name, options)
    await Promise.race([finished(file), over])
  }

  async function addFiles() {
    const pictures = new Map<string, string>()
    const note = (name: string, url: string) => pictures.set(`photos/${name}${endOf(url)}`, url)
    if (account?.avatarUrl) note('you', account.avatarUrl)
    for (const [name, rows] of Object.entries(filesWithPictures(services, id, note))) {
      if (output.destroyed) return
      await add(Readable.from(jsonOf(rows()), { objectMode: false }), `${name}.json`)
    }
    const missing: string[] = []
    for (const [name, url] of pictures) {
      if (output.destroyed) return
      const key = /^\/media\/(photos\/.+)$/.exec(url)?.[1]
      const bytes = key ? await services.storage.get(key) : null
      if (bytes) await add(Readable.from([bytes]), name, { compress: false, size: bytes.length })
      else missing.push(`${name}: ${url}`)
    }
    if (output.destroyed) return
    if (missing.length > 0)
      zip.addBuffer(
        Buffer.from(`These pictures are not kept here:\n${missing.join('\n')}\n`),
        'photos/missing.txt',
      )
    zip.end()
  }
  addFiles().catch((error: Error) => output.destroy(error))
  return output
}

type Rows<R> = Promise<R[]> | AsyncIterable<R>

/** The files of an export; the name and address of each picture in them is noted when its row is written. */
function filesWithPictures({ db, env }: Services, id: number, note: (name: string, url: string) => void) {
  async function* noting<R>(rows: Rows<R>, noteRow: (row: R, index: number) => void) {
    let index = 0
    for await (const row of await rows) {
      noteRow(row, index)
      index += 1
      yield row
    }
  }
  const noteAll = (folder: string, photos: { url: string }[]) => {
    for (const [index, { url }] of photos.entries()) note(`${folder}/${index + 1}`, url)
  }
  const files = { ...filesOf(db, id), ...imeiFilesOf({ db, env }, id) }
  const { listings, drafts, conversations, 'stolen-phones': stolen } = files
  return {
    ...files,
    listings: () => noting(listings(), (row) => noteAll(`listing-${row.id}`, row.photos)),
    drafts: () => noting(drafts(), (row) => noteAll(`draft-${row.id}`, row.content.photos ?? [])),
    conversations: () =>
      noting(conversations(), (row) => {
        for (const { id: messageId, byYou, attachment } of row.messages)
          if (byYou && attachment) note(`conversation-${row.id}/${messageId}`, attachment.url)
      }),
    'stolen-phones': () =>
      noting(stolen(), ({ proof }, index) => note(`stolen-phone/${index + 1}`, proof.url)),
  }
}

/** A list as a JSON text, row by row. */
async function* jsonOf(rows: Rows<unknown>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const row of await rows) {
    yield before + JSON.stringify(row, null, 2).replace(/^/gm, '  ')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

const endOf = (url: string) => /\.[a-z0-9]{1,5}$/.exec(url)?.[0] ?? ''
