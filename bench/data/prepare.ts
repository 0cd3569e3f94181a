import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readIntoMemory } from '#server/db/embedded/read-into-memory.ts'
import { removeCluster, startCluster, withHaste } from './cluster.ts'
import { fingerprintOf } from './fingerprint.ts'
import { type LastIds, readLastIds, removeLeftovers } from './leftovers.ts'
import { loadMarketplace } from './load.ts'
import { type People, peopleOf } from './people.ts'
import { type Scale, scales } from './scales.ts'

interface Facts {
  listings: number
  /** The number of the last row of each table, which are numbered from 1 without gaps. */
  last: LastIds
  /** What loading took, whenever that was. */
  loadSeconds: number
}

export interface Marketplace {
  connectionString: string
  people: People
  facts: Facts
  /** Stops PostgreSQL; the data is kept for the next run. */
  stop(): Promise<void>
}

const cache = fileURLToPath(new URL('../../.cache/bench/', import.meta.url))

/**
 * A PostgreSQL of its own, as Oja runs it, with the marketplace of this scale: loaded the first time and whenever what it
 * is made of has changed, else as it was left, without what a benchmark added. One process at a time for each scale.
 */
export async function prepareMarketplace(scale: Scale, log: (line: string) => void): Promise<Marketplace> {
  const dataDir = join(cache, scale)
  mkdirSync(dataDir, { recursive: true })
  const note = join(dataDir, 'loaded.json')
  const fingerprint = fingerprintOf(scale)
  const known = readNote(note)
  if (known?.fingerprint !== fingerprint) {
    rmSync(note, { force: true })
    await removeCluster(dataDir)
    const facts = await load(dataDir, scale, log)
    // Last, and whole or not at all: a load that was cut short leaves no note, and is made again.
    writeFileSync(`${note}.new`, JSON.stringify({ fingerprint, facts }))
    renameSync(`${note}.new`, note)
  }
  const postgres = await startCluster(dataDir, log)
  const { facts } = readNote(note) as Note
  try {
    if (known) await removeLeftovers(postgres.connectionString, facts.last)
    log(`${await readIntoMemory(postgres.connectionString)} MB of search and lists read into memory`)
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
    await withHaste(postgres.connectionString, () =>
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
