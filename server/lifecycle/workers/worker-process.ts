import type { Pool } from '#server/db/pool.ts'
import { type Env, readWorkerEnv } from '#server/env.ts'
import { openDatabase, openMigrated, openPrepared, prepareTracing } from '../prepare.ts'
import { createReporter, plainReporter } from '../reporter.ts'
import { createShutdown, Interrupted } from '../shutdown.ts'
import { connectionsOf, processCount } from './count.ts'
import { joinPrimary } from './join-primary.ts'

// One of several processes that serve requests, started by primary.ts with its settings and the database's
// address.
let reporter = plainReporter
const report = (line: string) => reporter.info(line)
// Less than the primary's limit: the database ends after this.
const closing = createShutdown(8000, report)
const primary = joinPrimary(closing)

/** Milliseconds: long enough for most keep-alive connections to be used once more. */
const restartGraceMs = 2500

async function start(): Promise<void> {
  const env = readWorkerEnv()
  reporter = createReporter(env)
  await prepareTracing(env, closing)
  const [database, { serve }] = await Promise.all([openOwn(env), import('../serve.ts')])
  closing.check()
  closing.add(primary.sendLastMetrics)
  const keepAliveGraceMs = () => (primary.isReplaced() ? restartGraceMs : undefined)
  primary.sendServing(await serve({ env, database, closing, report, keepAliveGraceMs }))
  closing.started()
}

/**
 * Migrates here too: in a rolling restart the first new worker may be of a later version than the primary.
 */
async function openOwn(env: Env): Promise<Pool> {
  const connections = connectionsOf(processCount(env))
  if (!env.DATABASE_URL) return openPrepared(await primary.database(), { closing }, connections)
  return openMigrated(await openDatabase({ env, closing, report }), { closing, report }, connections)
}

try {
  await start()
} catch (error) {
  if (!(error instanceof Interrupted)) reporter.fatal(error)
  await closing.end(error instanceof Interrupted ? 0 : 1)
}
