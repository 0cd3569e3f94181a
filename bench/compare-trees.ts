import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Db } from '#server/db/pool.ts'
import { openPool } from '#server/db/pool.ts'
import { createRandom } from '#server/demo/random.ts'
import { prepareMarketplace } from './data/prepare-marketplace.ts'
import { isScale } from './data/scales.ts'
import { type Load, startLoad } from './load/load-process.ts'
import { type Facts, readFacts } from './requests/facts.ts'
import type { OjaServer, startOja } from './servers/oja-server.ts'

/** What trees of different commits are compared on. */
export interface Comparison {
  db: Db
  load: Load
  random: ReturnType<typeof createRandom>
  facts: Facts
  /** Starts the server of the tree in a folder on the common database, by the code of that tree. The other arguments are those of `startOja`. */
  start(tree: string, settings?: Record<string, string>, file?: string): Promise<OjaServer>
  /** Called at the end, the last one first, before the load and the database end. */
  onEnd(stop: () => unknown): void
}

/** Opens a generated marketplace and the load, runs `bench`, and stops everything, also after a failure. */
export async function compareTrees(
  scale: string,
  bench: (comparison: Comparison) => Promise<void>,
): Promise<void> {
  if (!isScale(scale)) throw new Error(`There is no scale ${scale}.`)
  const stops: (() => unknown)[] = []
  try {
    const marketplace = await prepareMarketplace(scale, console.error)
    stops.push(marketplace.stop)
    const { db, close } = openPool(marketplace.connectionString, { max: 4, withoutTimeouts: true })
    stops.push(close)
    const load = startLoad()
    stops.push(load.stop)
    const random = createRandom()
    const facts = await readFacts(db, random)
    const start = async (tree: string, ...options: [settings?: Record<string, string>, file?: string]) => {
      const file = pathToFileURL(join(tree, 'bench/servers/oja-server.ts')).href
      const code = (await import(file)) as { startOja: typeof startOja }
      const server = await code.startOja(marketplace.connectionString, ...options)
      stops.push(server.stop)
      return server
    }
    await bench({ db, load, random, facts, start, onEnd: (stop) => stops.push(stop) })
  } finally {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop()
  }
}
