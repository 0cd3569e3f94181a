import { readEnv } from './env.ts'
import { Interrupted, listenForEnd } from './graceful-close.ts'
import { requirePort } from './listen.ts'
import { fillWithDemo, openDatabase, openMigrated, prepareTracing, warmUp } from './prepare.ts'
import { unencrypted } from './unencrypted.ts'
import { plainVoice, voiceOf } from './voice.ts'
import { processCount } from './workers/count.ts'
import { EndedAtStart } from './workers/ended-at-start.ts'

let voice = plainVoice
const say = (line: string) => voice.say(line)
const closing = listenForEnd(10_000, say)

async function start(): Promise<void> {
  const env = readEnv()
  voice = voiceOf(env)
  for (const line of unencrypted(env)) voice.warn(line)
  const count = processCount(env)
  if (count === 1) await prepareTracing(env, closing)
  await requirePort(env)
  const started = { env, closing, say }
  if (count > 1) {
    const { startWorkers } = await import('./workers/primary.ts')
    return startWorkers(started, count)
  }
  // While the database starts, the code that answers is read. What starts it comes first: a thousand modules are read one
  // after the other, and it would wait behind them.
  if (!env.DATABASE_URL) await import('./db/embedded.ts')
  const [{ url, database }, { serve }] = await Promise.all([
    openDatabase(started).then(async (url) => ({ url, database: await openMigrated(url, started) })),
    import('./serve.ts'),
  ])
  closing.check()
  const accounts = await fillWithDemo(started, database)
  const port = await serve({ ...started, database })
  say(`Oja is at ${env.PUBLIC_URL ?? `http://localhost:${port}`}`)
  for (const line of accounts) say(line)
  process.on('SIGUSR2', () => say('One process alone cannot be renewed while it answers: restart it.'))
  closing.started()
  void warmUp(env, url)
}

try {
  await start()
} catch (error) {
  if (!(error instanceof EndedAtStart && error.hasSaidWhy)) voice.complain(error)
  await closing.end(error instanceof Interrupted ? 0 : 1)
}
