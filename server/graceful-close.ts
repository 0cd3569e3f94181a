import { StartupError } from './startup-error.ts'

export interface Closing {
  /** Adds what undoes a step of the start. Steps run one after the other, the last added first. */
  add(step: () => Promise<unknown>): void
  /** Throws Interrupted where the process was asked to end during the start. */
  check(): void
  /** Runs the steps and ends the process. */
  end(exitCode: number): Promise<never>
}

/** Asked to end before the start was complete. */
export class Interrupted extends StartupError {
  constructor() {
    super('Stopped while starting.', 'Nothing is lost: the next start goes on from here.')
    this.name = 'Interrupted'
  }
}

/** One Ctrl-C arrives twice: from the terminal, and passed on by npm. */
const sameRequestMs = 500

/**
 * Listens for SIGTERM and SIGINT from here on. The first closes gracefully, or has `check` throw while the start is
 * still going on (until `started`); a second one, or `limitMs` without an end, ends the process at once.
 */
export function listenForEnd(limitMs: number, say: (line: string) => void): Closing & { started(): void } {
  const steps: (() => Promise<unknown>)[] = []
  let askedAt: number | undefined
  let starting = true

  async function end(exitCode: number): Promise<never> {
    for (let step = steps.pop(); step; step = steps.pop()) {
      try {
        await step()
      } catch (error) {
        say(`While stopping: ${(error as Error).message}`)
        exitCode ||= 1
      }
    }
    process.exit(exitCode)
  }

  function onSignal(): void {
    if (askedAt !== undefined) {
      if (performance.now() - askedAt > sameRequestMs) process.exit(1)
      return
    }
    askedAt = performance.now()
    say('Stopping: requests under way are answered first. Once more stops at once.')
    setTimeout(() => {
      say(`Not everything ended within ${limitMs / 1000} seconds; stopping at once.`)
      process.exit(1)
    }, limitMs).unref()
    if (!starting) void end(0)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)

  return {
    add: (step) => void steps.push(step),
    check() {
      if (askedAt !== undefined) throw new Interrupted()
    },
    end,
    started() {
      starting = false
      if (askedAt !== undefined) void end(0)
    },
  }
}
