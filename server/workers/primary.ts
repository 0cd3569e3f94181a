import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { passOn } from '../core/realtime/worker-adapter.ts'
import type { Env } from '../env.ts'
import type { Closing } from '../graceful-close.ts'
import { fillWithDemo, openDatabase, openMigrated, warmUp } from '../prepare.ts'
import { createCrew } from './crew.ts'

interface Start {
  env: Env
  closing: Closing
  say(line: string): void
}

/**
 * Becomes the process that watches over `count` others, which answer: it owns the database that Oja brings along, takes the
 * signals, and hands each new connection to the next of them. SIGUSR2 renews them; so does SIGHUP, where it is no goodbye of
 * a terminal. Resolves when the first listens.
 */
export async function startWorkers({ env, closing, say }: Start, count: number): Promise<void> {
  const { url, accounts } = await prepare({ env, closing, say })
  closing.check()
  cluster.setupPrimary({ exec: fileURLToPath(new URL('./worker.ts', import.meta.url)), args: [] })
  passOn()
  // By the environment, where no list of processes shows it.
  const crew = createCrew(
    { WEB_CONCURRENCY: String(count), ...(env.DATABASE_URL ? {} : { DATABASE_URL: url }) },
    say,
  )
  closing.add(crew.end)
  process.on('exit', crew.kill)
  closing.started()
  const started = crew.start(count)
  const renew = () => void started.then(crew.renew).catch(() => {})
  process.on('SIGUSR2', renew)
  if (!process.stdin.isTTY) process.on('SIGHUP', renew)
  const port = await started
  say(`Oja is at ${env.PUBLIC_URL ?? `http://localhost:${port}`}`)
  for (const line of accounts) say(line)
  void warmUp(env, url)
}

/** A database with the tables of this version, and the demo marketplace on the first start; nothing of it is kept open. */
async function prepare(start: Start): Promise<{ url: string; accounts: string[] }> {
  const url = await openDatabase(start)
  const database = await openMigrated(url, start, 2)
  start.closing.check()
  const accounts = await fillWithDemo(start, database)
  await database.close()
  return { url, accounts }
}
