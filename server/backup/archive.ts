import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { type Entry, type Extract, extract, pack } from 'tar-stream'
import { StartupError } from '../lib/startup-error.ts'

/** Entries per file of checksums: few enough to keep in memory. */
const batchSize = 500

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

export interface ArchiveWriter {
  /** Adds a file; resolves when there is room for the next. */
  add(name: string, bytes: Buffer | string): Promise<void>
  /** Writes the rest; resolves when `out` has accepted everything. */
  end(): Promise<void>
}

/**
 * Writes a tar archive to `out`. After every few hundred files comes a file of their SHA-256 sums, in the
 * format of sha256sum.
 */
export function writeArchive(out: NodeJS.WritableStream): ArchiveWriter {
  const tar = pack()
  const written = pipeline(tar, out)
  written.catch(() => {})
  let sums: string[] = []
  let batches = 0

  function put(name: string, bytes: Buffer): Promise<void> {
    const done = new Promise<void>((resolve, reject) => {
      tar.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()))
    })
    // A full disk or a closed pipe rejects `written`, which comes first: `done` then only says that the archive was destroyed.
    return Promise.race([written, done])
  }

  async function flush(): Promise<void> {
    if (sums.length === 0) return
    batches += 1
    const name = `checksums/${String(batches).padStart(6, '0')}.sha256`
    await put(name, Buffer.from(sums.join('')))
    sums = []
  }

  return {
    async add(name, content) {
      const bytes = Buffer.from(content as string)
      sums.push(`${digest(bytes)}  ${name}\n`)
      await put(name, bytes)
      if (sums.length >= batchSize) await flush()
    },
    async end() {
      await flush()
      tar.finalize()
      await written
    },
  }
}

export interface ArchiveFile {
  name: string
  bytes: Buffer
}

/**
 * Yields the files of an archive in order, without the checksums. A file is yielded before its checksum was
 * read; after the last one, all were correct. Throws StartupError for a damaged file.
 */
export async function* readArchive(from: NodeJS.ReadableStream): AsyncGenerator<ArchiveFile> {
  const files = extract()
  const fed = pipeline(from, files)
  fed.catch(() => {})
  const seen = new Map<string, string>()
  for await (const entry of entriesOf(files)) {
    const bytes = await contentOf(entry, from)
    const { name, type } = entry.header
    if (type !== 'file') continue
    if (name.startsWith('checksums/')) check(bytes.toString(), seen)
    else {
      seen.set(name, digest(bytes))
      yield { name, bytes }
    }
  }
  await fed
  if (seen.size > 0) throw damaged(`${seen.size} files have no checksum: it ends too early`)
}

/** The archive's entries; errors of the tar parser become a sentence. */
async function* entriesOf(files: Extract): AsyncGenerator<Entry> {
  try {
    yield* files
  } catch (error) {
    throw toDamage(error)
  }
}

/**
 * A file's content. Truncation and a failed read only report that the entry's stream was destroyed; `from`
 * has the cause.
 */
async function contentOf(entry: Entry, from: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of entry) chunks.push(chunk as Buffer)
  } catch (error) {
    throw ('errored' in from && from.errored) || toDamage(error)
  }
  return Buffer.concat(chunks)
}

function toDamage(error: unknown): unknown {
  const { message } = error as Error
  if (/invalid tar header/i.test(message))
    return damaged('the name or size of a file in it is not as it was written')
  return /unexpected end|premature|stream was destroyed/i.test(message) ? damaged('it ends too early') : error
}

function check(list: string, seen: Map<string, string>): void {
  for (const line of list.split('\n').filter(Boolean)) {
    const [sum, name = ''] = line.split('  ')
    if (seen.get(name) !== sum) throw damaged(`${name} is missing or not as it was written`)
    seen.delete(name)
  }
}

export function damaged(what: string): StartupError {
  return new StartupError(
    `This backup is damaged: ${what}.`,
    'Nothing was restored. Take another copy of it, or an older one.',
  )
}
