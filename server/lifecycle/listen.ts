import { once } from 'node:events'
import { createServer } from 'node:net'
import type { App } from '../context.ts'
import type { Env } from '../env.ts'
import { StartupError } from '../lib/startup-error.ts'

/**
 * Connections that the system queues until they are accepted, one per iteration of the event loop. Beyond that it drops
 * the SYN, and the client tries again a second later. Node's default is 511.
 */
const backlog = 4096

type Address = Pick<Env, 'PORT' | 'HOST'>

/**
 * Fails before anything slow is done if the port is not available. Throws StartupError; `command` is the
 * command that started Oja.
 */
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

/** Opens the port; returns its number, which the system chooses if 0 was given. Throws StartupError. */
export async function listen(app: App, env: Address, command = 'npm start'): Promise<number> {
  try {
    await app.listen({ port: env.PORT, host: env.HOST, backlog })
  } catch (error) {
    throw explain(error, env, command)
  }
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : env.PORT
}

/** Turns a known error into one line for a person; returns others unchanged. */
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
