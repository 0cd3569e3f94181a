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

/** The database and the load that trees of different commits share. */
export interface Comparison {
  db: Db
  load: Load
  random: ReturnType<typeof createRandom>
  facts: Facts
  /** Starts the server of the tree in this folder by its own `startOja`, which takes the other arguments, on the shared database. */
  start(tree: string, settings?: Record<string, string>, file?: string): Promise<OjaServer>
  /** For what `bench` starts; disposed of before the load and the database stop. */
  cleanup: AsyncDisposableStack
}

/** Opens a generated marketplace and the load, runs `bench`, and stops everything, also after a failure. */
export async function compareTrees(
  scale: string,
  bench: (comparison: Comparison) => Promise<void>,
): Promise<void> {
  if (!isScale(scale)) throw new Error(`There is no scale ${scale}.`)
  await using cleanup = new AsyncDisposableStack()
  const marketplace = await prepareMarketplace(scale, console.error)
  cleanup.defer(marketplace.stop)
  const { db, close } = openPool(marketplace.connectionString, { max: 4, withoutTimeouts: true })
  cleanup.defer(close)
  const load = startLoad()
  cleanup.defer(load.stop)
  const random = createRandom()
  const facts = await readFacts(db, random)
  const start = async (tree: string, ...options: [settings?: Record<string, string>, file?: string]) => {
    const file = pathToFileURL(join(tree, 'bench/servers/oja-server.ts')).href
    const code = (await import(file)) as { startOja: typeof startOja }
    const server = await code.startOja(marketplace.connectionString, ...options)
    cleanup.defer(server.stop)
    return server
  }
  await bench({ db, load, random, facts, start, cleanup })
}
