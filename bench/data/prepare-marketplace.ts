import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prewarm } from '#server/db/embedded/prewarm.ts'
import { removeCluster, startCluster, withoutDurability } from './embedded-cluster.ts'
import { fingerprintOf } from './fingerprint.ts'
import { type People, peopleOf } from './known-people.ts'
import { type LastIds, readLastIds, removeLeftovers } from './leftovers.ts'
import { loadMarketplace } from './load-marketplace.ts'
import { type Scale, scales } from './scales.ts'

interface Facts {
  listings: number
  /** The last id of each table; ids start at 1 without gaps. */
  last: LastIds
  /** The duration of the load, whenever it ran. */
  loadSeconds: number
}

export interface Marketplace {
  connectionString: string
  people: People
  facts: Facts
  /** Stops PostgreSQL; the data stays for the next run. */
  stop(): Promise<void>
}

const cache = fileURLToPath(new URL('../../.cache/bench/', import.meta.url))
/** The folder of the marketplace of this scale. */
export const dataDirOf = (scale: Scale) => join(cache, scale)

/**
 * A dedicated PostgreSQL with Oja's settings and the marketplace of this scale. The data is loaded the first
 * time and whenever its generators have changed; otherwise it is reused without rows added by benchmarks. One
 * process at a time for each scale.
 */
export async function prepareMarketplace(scale: Scale, log: (line: string) => void): Promise<Marketplace> {
  const dataDir = dataDirOf(scale)
  mkdirSync(dataDir, { recursive: true })
  const note = join(dataDir, 'loaded.json')
  const fingerprint = fingerprintOf(scale)
  const known = readNote(note)
  if (known?.fingerprint !== fingerprint) {
    rmSync(note, { force: true })
    await removeCluster(dataDir)
    const facts = await load(dataDir, scale, log)
    // Last and atomic: an interrupted load leaves no note and is repeated.
    writeFileSync(`${note}.new`, JSON.stringify({ fingerprint, facts }))
    renameSync(`${note}.new`, note)
  }
  const postgres = await startCluster(dataDir, log)
  const { facts } = readNote(note) as Note
  try {
    if (known) await removeLeftovers(postgres.connectionString, facts.last)
    log(`${await prewarm(postgres.connectionString)} MB of search and lists read into memory`)
  } catch (error) {
    await postgres.stop()
    throw error
  }
  return { connectionString: postgres.connectionString, people: peopleOf(scale), facts, stop: postgres.stop }
}

async function load(dataDir: string, scale: Scale, log: (line: string) => void): Promise<Facts> {
  const started = performance.now()
  log(`Loading ${scales[scale]} listings; the next run uses them again.`)
  const postgres = await startCluster(dataDir, log)
  try {
    await withoutDurability(postgres.connectionString, () =>
      loadMarketplace(postgres.connectionString, scales[scale], log),
    )
    const loadSeconds = Math.round((performance.now() - started) / 100) / 10
    return { listings: scales[scale], last: await readLastIds(postgres.connectionString), loadSeconds }
  } finally {
    await postgres.stop()
  }
}

interface Note {
  fingerprint: string
  facts: Facts
}

function readNote(file: string): Note | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Note) : undefined
}
