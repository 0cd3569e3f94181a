import { requireKey } from '../core/session/secret-key.ts'
import { readEnv } from '../env.ts'
import { requirePort } from './listen.ts'
import { createReporter, plainReporter } from './reporter.ts'
import { Interrupted, listenForSignals, refuseReload } from './shutdown.ts'
import { findUnencrypted } from './unencrypted-settings.ts'
import { processCount } from './workers/count.ts'
import { EndedAtStart } from './workers/ended-at-start.ts'

let reporter = plainReporter
const report = (line: string) => reporter.info(line)
const closing = listenForSignals(10_000, report)

async function start(): Promise<void> {
  const env = readEnv()
  reporter = createReporter(env)
  for (const line of findUnencrypted(env)) reporter.warn(line)
  requireKey(env)
  const count = processCount(env)
  const started = { env, closing, report }
  if (count > 1) {
    await requirePort(env)
    const { startWorkers } = await import('./workers/primary.ts')
    return startWorkers(started, count)
  }
  refuseReload(report)
  const { fillWithDemo, lockPublishedAccounts, openDatabase, openMigrated, prepareTracing, warmUp } =
    await import('./prepare.ts')
  await prepareTracing(env, closing)
  await requirePort(env)
  // Loads the serving code while the database starts. The code that starts the database is loaded first:
  // modules load one after the other, and it would wait behind a thousand others.
  if (!env.DATABASE_URL) await import('../db/embedded.ts')
  const [{ url, database }, { serve }] = await Promise.all([
    openDatabase(started).then(async (url) => ({ url, database: await openMigrated(url, started) })),
    import('./serve.ts'),
  ])
  closing.check()
  await lockPublishedAccounts(started, database)
  const accounts = await fillWithDemo(started, database)
  const port = await serve({ ...started, database })
  report(`Oja is at ${env.PUBLIC_URL ?? `http://localhost:${port}`}`)
  for (const line of accounts) report(line)
  closing.started()
  void warmUp(env, url)
}

try {
  await start()
} catch (error) {
  if (!(error instanceof EndedAtStart && error.hasPrintedReason)) reporter.fatal(error)
  await closing.end(error instanceof Interrupted ? 0 : 1)
}
