import { readEnv } from '../env.ts'
import { createClosing, Interrupted } from '../graceful-close.ts'
import { openDatabase, openMigrated, prepareTracing } from '../prepare.ts'
import { plainVoice, voiceOf } from '../voice.ts'
import { connectionsOf, processCount } from './count.ts'
import { joinPrimary } from './join-primary.ts'

// One of several processes that answer, started by primary.ts with its settings and the address of its database.
let voice = plainVoice
const say = (line: string) => voice.say(line)
// Less than the primary has: the database ends after this.
const closing = createClosing(8000, say)
const primary = joinPrimary(closing)

/** Milliseconds: long enough for most connections that are kept to be used once more. */
const unhurried = 2500

async function start(): Promise<void> {
  const env = readEnv()
  voice = voiceOf(env)
  await prepareTracing(env, closing)
  // Migrated here too: when all are renewed one by one, the first of them is of a version that the primary does not know.
  const [database, { serve }] = await Promise.all([
    openDatabase({ env, closing, say }).then((url) =>
      openMigrated(url, { closing, say }, connectionsOf(processCount(env))),
    ),
    import('../serve.ts'),
  ])
  closing.check()
  closing.add(primary.tellLast)
  const politeForMs = () => (primary.isRenewed() ? unhurried : undefined)
  primary.tellServing(await serve({ env, database, closing, say, politeForMs }))
  closing.started()
}

try {
  await start()
} catch (error) {
  if (!(error instanceof Interrupted)) voice.complain(error)
  await closing.end(error instanceof Interrupted ? 0 : 1)
}
