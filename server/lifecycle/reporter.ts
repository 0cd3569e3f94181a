import { inspect } from 'node:util'
import { createLogger, logLevel } from '../core/log/log.ts'
import type { Env } from '../env.ts'
import { fileFailure, StartupError } from '../lib/startup-error.ts'

/** Reports the start and end of a process: to a person at a terminal, in production to the log. */
export interface Reporter {
  info(line: string): void
  warn(line: string): void
  /** Reports the error that ends the process. */
  fatal(error: unknown): void
}

// A terminal that was closed, or a program that read the lines and has ended: a line that cannot be written ends no process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/** For use before the settings are read. */
export const plainReporter: Reporter = {
  info: (line) => void process.stdout.write(`${line}\n`),
  warn: (line) => void process.stderr.write(`${line}\n`),
  fatal(error) {
    const cause = fileFailure(error) ?? error
    process.stderr.write(`${cause instanceof StartupError ? cause.message : inspect(cause)}\n`)
  },
}

/** Plain text on a terminal; in production JSON, whatever LOG_LEVEL is. */
export function createReporter(env: Env): Reporter {
  if (env.NODE_ENV !== 'production') return plainReporter
  const always = createLogger({ level: logLevel(env) }).child({}, { level: 'info' })
  process.on('uncaughtExceptionMonitor', (err) => always.fatal({ err }, 'Oja ends by an error'))
  return {
    info: (line) => always.info(line),
    warn: (line) => always.warn(line),
    fatal: (error) => always.fatal({ err: fileFailure(error) ?? error }, 'Oja could not start'),
  }
}
