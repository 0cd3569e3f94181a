import { StartupError } from '../lib/startup-error.ts'

export interface Shutdown {
  /** Adds a step that undoes a step of the start. Steps run one after the other, in reverse order. */
  add(step: () => Promise<unknown>): void
  /** Throws Interrupted if a stop was requested during the start. */
  check(): void
  /** Marks the start as complete: a stop that was requested, or is from now on, begins at once. */
  started(): void
  /**
   * Requests a graceful stop; during the start, makes `check` throw instead. After `limitMs` the process ends
   * at once.
   */
  requestStop(): void
  isStopRequested(): boolean
  /** Runs the steps and ends the process. */
  end(exitCode: number): Promise<never>
}

/** A stop was requested before the start was complete. */
export class Interrupted extends StartupError {
  constructor() {
    super('Stopped while starting.', 'Nothing is lost: the next start goes on from here.')
    this.name = 'Interrupted'
  }
}

/** One Ctrl-C arrives twice: from the terminal, and passed on by npm. */
const sameRequestMs = 500

/** The steps of a process's end; `report` is called with their errors. */
export function createShutdown(limitMs: number, report: (line: string) => void): Shutdown {
  const steps: (() => Promise<unknown>)[] = []
  let isStopRequested = false
  let starting = true
  let ending: Promise<never> | undefined

  async function run(exitCode: number): Promise<never> {
    for (let step = steps.pop(); step; step = steps.pop()) {
      try {
        await step()
      } catch (error) {
        report(`While stopping: ${(error as Error).message}`)
        exitCode ||= 1
      }
    }
    process.exit(exitCode)
  }

  function end(exitCode: number): Promise<never> {
    ending ??= run(exitCode)
    return ending
  }

  return {
    add: (step) => void steps.push(step),
    check() {
      if (isStopRequested) throw new Interrupted()
    },
    started() {
      starting = false
      if (isStopRequested) void end(0)
    },
    requestStop() {
      if (isStopRequested) return
      isStopRequested = true
      setTimeout(() => {
        report(`Not everything ended within ${limitMs / 1000} seconds; stopping at once.`)
        process.exit(1)
      }, limitMs).unref()
      if (!starting) void end(0)
    },
    isStopRequested: () => isStopRequested,
    end,
  }
}

/** A terminal sends SIGHUP when it is closed; without one it asks for a reload, as SIGUSR2 does. */
export const reloadSignals = process.stdin.isTTY ? ['SIGUSR2'] : ['SIGUSR2', 'SIGHUP']

/**
 * Handles SIGTERM, SIGINT, and SIGHUP of a terminal: the first requests a graceful stop, a second one ends the process at once.
 */
export function listenForSignals(limitMs: number, report: (line: string) => void): Shutdown {
  const closing = createShutdown(limitMs, report)
  let askedAt = 0
  function onSignal(): void {
    if (closing.isStopRequested()) {
      if (performance.now() - askedAt > sameRequestMs) process.exit(1)
      return
    }
    askedAt = performance.now()
    report('Stopping: finishing the requests in progress. A second signal stops at once.')
    closing.requestStop()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  if (process.stdin.isTTY) process.on('SIGHUP', onSignal)
  return closing
}

/** For a process without workers: a signal that asks for a reload does not end it. */
export function refuseReload(report: (line: string) => void): void {
  const refuse = () =>
    report('A single process cannot be replaced while it serves requests or does jobs: restart it.')
  for (const signal of reloadSignals) process.on(signal, refuse)
}
