import { once } from 'node:events'
import { createServer } from 'node:net'
import type { App } from './context.ts'
import type { Env } from './env.ts'
import { StartupError } from './startup-error.ts'

type Address = Pick<Env, 'PORT' | 'HOST'>

/** Refuses a port that cannot be had before anything slow is done. Throws StartupError. */
export async function requirePort(env: Address): Promise<void> {
  const probe = createServer()
  try {
    probe.listen(env.PORT, env.HOST)
    await once(probe, 'listening')
  } catch (error) {
    throw explain(error, env)
  } finally {
    probe.close()
  }
}

/** Opens the port; answers its number, which is another than asked for where that was 0. Throws StartupError. */
export async function listen(app: App, env: Address): Promise<number> {
  try {
    // Where many come at once, the system lets as many wait to be heard; it forgets the others, who ask again seconds later.
    await app.listen({ port: env.PORT, host: env.HOST, backlog: 4096 })
  } catch (error) {
    throw explain(error, env)
  }
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : env.PORT
}

/** The one line for a person; errors of another kind stay as they are. */
function explain(error: unknown, env: Address): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new StartupError(
      `Port ${env.PORT} is in use.`,
      `Stop what uses it, or choose another: PORT=${env.PORT + 1} npm start.`,
    )
  if (code === 'EACCES')
    return new StartupError(`This user may not use port ${env.PORT}.`, 'Choose one above 1023 with PORT.')
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return error
  return new StartupError(
    `Oja cannot listen at ${env.HOST} (${code}).`,
    'Set HOST to an address of this computer, or leave it out.',
  )
}
