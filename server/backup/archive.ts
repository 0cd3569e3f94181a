import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { type Entry, type Extract, extract, pack } from 'tar-stream'
import { StartupError } from '../startup-error.ts'

/** Entries whose checksums are written together: few enough to be kept in memory. */
const batch = 500

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

export interface ArchiveWriter {
  /** Adds a file; resolves when there is room for the next. */
  add(name: string, bytes: Buffer | string): Promise<void>
  /** Writes what is left; resolves when `out` has taken all. */
  end(): Promise<void>
}

/**
 * Writes a tar archive to `out`. After each few hundred files it has a file of their SHA-256 sums, in the form that sha256sum
 * checks.
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
    // Where the disk is full, it is this that says so.
    return Promise.race([done, written])
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
      if (sums.length >= batch) await flush()
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
 * The files of an archive, in order, sums left out. A file is given before its sum was seen; whoever reads to the end knows that
 * all were right. Throws StartupError where one is not as it was written.
 */
export async function* readArchive(from: NodeJS.ReadableStream): AsyncGenerator<ArchiveFile> {
  const files = extract()
  const fed = pipeline(from, files)
  fed.catch(() => {})
  const seen = new Map<string, string>()
  for await (const entry of entriesOf(files)) {
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
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

/** The archive's entries; what tar says of one that cannot be read becomes a sentence. */
async function* entriesOf(files: Extract): AsyncGenerator<Entry> {
  try {
    yield* files
  } catch (error) {
    const { message } = error as Error
    if (/invalid tar header/i.test(message))
      throw damaged('the name or size of a file in it is not as it was written')
    if (/unexpected end|premature/i.test(message)) throw damaged('it ends too early')
    throw error
  }
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
