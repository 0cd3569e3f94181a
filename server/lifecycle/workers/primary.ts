import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { relayBetweenWorkers } from '#server/core/realtime/worker-adapter.ts'
import type { Env } from '#server/env.ts'
import { compileCache } from '#server/lifecycle/compiled.ts'
import { reloadSignals, type Shutdown } from '../shutdown.ts'
import { createWorkerPool } from './worker-pool.ts'

/** The workers' entry: beside this file, as source or bundled. */
const workerMain = import.meta.url.endsWith('.ts') ? './worker-main.ts' : './worker-main.mjs'

interface Start {
  env: Env
  closing: Shutdown
  report(line: string): void
}

/**
 * Becomes the primary process, which supervises `count` workers that serve requests (worker-slot.ts replaces
 * dead ones): it owns the embedded database, handles the signals, and distributes new connections to the workers in turn. `reloadSignals` restart the
 * workers one by one. Resolves when the first worker listens.
 */
export async function startWorkers({ env, closing, report }: Start, count: number): Promise<void> {
  cluster.setupPrimary({ exec: fileURLToPath(new URL(workerMain, import.meta.url)), args: [] })
  relayBetweenWorkers()
  // The database's address is passed by the environment or a message, which process lists do not show.
  const pool = createWorkerPool(
    { WEB_CONCURRENCY: String(count), NODE_COMPILE_CACHE: compileCache },
    env.DATABASE_URL === undefined,
    report,
  )
  process.on('exit', pool.kill)
  pool.begin()
  const serving = prepare({ env, closing, report }).then(async ({ url, accounts }) => {
    closing.check()
    // Added after the database's step, so it runs before it: the workers end first.
    closing.add(pool.end)
    closing.started()
    return { url, accounts, port: await pool.start(count, url) }
  })
  // Handled from here on, since an unhandled signal ends the process: a reload during the start follows it.
  const renew = () => void serving.then(pool.restart).catch(() => {})
  for (const signal of reloadSignals) process.on(signal, renew)
  const { url, accounts, port } = await serving
  report(`Oja is at ${env.PUBLIC_URL ?? `http://localhost:${port}`}`)
  for (const line of accounts) report(line)
  const { warmUp } = await import('../prepare.ts')
  void warmUp(env, url)
}

/** Prepares a migrated database, with the demo marketplace on the first start; closes its own connections. */
async function prepare(start: Start): Promise<{ url: string; accounts: string[] }> {
  // Loaded after the fork: the worker, whose code takes longest to load, starts first.
  const { fillWithDemo, lockPublishedAccounts, openDatabase, openMigrated } = await import('../prepare.ts')
  const url = await openDatabase(start)
  const database = await openMigrated(url, start, 2)
  start.closing.check()
  await lockPublishedAccounts(start, database)
  const accounts = await fillWithDemo(start, database)
  await database.close()
  return { url, accounts }
}
