import { inspect } from 'node:util'
import { createLogger, type Logger, logLevel } from './core/log/log.ts'
import type { Env } from './env.ts'
import { StartupError } from './startup-error.ts'

/** How a process speaks of its own start and end: to the person at a terminal, in production to whoever keeps the logs. */
export interface Voice {
  say(line: string): void
  warn(line: string): void
  /** Of what ends the process. */
  complain(error: unknown): void
}

/** Before the settings are known. */
export const plainVoice: Voice = {
  say: (line) => void process.stdout.write(`${line}\n`),
  warn: (line) => void process.stderr.write(`${line}\n`),
  complain(error) {
    process.stderr.write(`${error instanceof StartupError ? error.message : inspect(error)}\n`)
  },
}

/** A terminal is read by a person; in production every line is JSON, these whatever LOG_LEVEL says. */
export function voiceOf(env: Env, logger: Logger = createLogger({ level: logLevel(env) })): Voice {
  if (env.NODE_ENV !== 'production') return plainVoice
  const always = logger.child({}, { level: 'info' })
  process.on('uncaughtExceptionMonitor', (err) => always.fatal({ err }, 'Oja ends by an error'))
  return {
    say: (line) => always.info(line),
    warn: (line) => always.warn(line),
    complain: (err) => always.fatal({ err }, 'Oja could not start'),
  }
}
