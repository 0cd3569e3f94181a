import { once } from 'node:events'
import { createServer } from 'node:net'
import type { App } from './context.ts'
import { addListeners, canShare } from './core/http/more-listeners.ts'
import type { Env } from './env.ts'
import { StartupError } from './startup-error.ts'

/** Where many come at once, the system lets as many wait to be heard; it forgets the others, who ask again seconds later. */
const backlog = 4096

type Address = Pick<Env, 'PORT' | 'HOST'>

/** Refuses a port that cannot be had before anything slow is done. Throws StartupError; `command` is what it was started by. */
export async function requirePort(env: Address, command = 'npm start'): Promise<void> {
  const probe = createServer()
  try {
    probe.listen(env.PORT, env.HOST)
    await once(probe, 'listening')
  } catch (error) {
    throw explain(error, env, command)
  } finally {
    probe.close()
  }
}

/** Opens the port; answers its number, which is another than asked for where that was 0. Throws StartupError. */
export async function listen(app: App, env: Address, command = 'npm start'): Promise<number> {
  try {
    const place = { port: env.PORT, host: env.HOST, backlog, reusePort: canShare }
    await app.listen(place)
    if (canShare) await addListeners(app.server, backlog)
  } catch (error) {
    throw explain(error, env, command)
  }
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : env.PORT
}

/** The one line for a person; errors of another kind stay as they are. */
function explain(error: unknown, env: Address, command: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new StartupError(
      `Port ${env.PORT} is in use.`,
      `Stop what uses it, or choose another: PORT=${env.PORT + 1} ${command}.`,
    )
  if (code === 'EACCES')
    return new StartupError(`This user may not use port ${env.PORT}.`, 'Choose one above 1023 with PORT.')
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return error
  return new StartupError(
    `Oja cannot listen at ${env.HOST} (${code}).`,
    'Set HOST to an address of this computer, or leave it out.',
  )
}
