import { StartupError } from './startup-error.ts'

export interface Closing {
  /** Adds what undoes a step of the start. Steps run one after the other, the last added first. */
  add(step: () => Promise<unknown>): void
  /** Throws Interrupted where the process was asked to end during the start. */
  check(): void
  /** The start is complete: whoever asks, or has asked, for the end from here on gets it at once. */
  started(): void
  /**
   * Asks for the end: gracefully, or has `check` throw while the start is still going on. After `limitMs` the process
   * ends at once.
   */
  ask(): void
  isAsked(): boolean
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

/** What a process does at its end; `say` hears what went wrong. */
export function createClosing(limitMs: number, say: (line: string) => void): Closing {
  const steps: (() => Promise<unknown>)[] = []
  let isAsked = false
  let starting = true
  let ending: Promise<never> | undefined

  async function run(exitCode: number): Promise<never> {
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

  function end(exitCode: number): Promise<never> {
    ending ??= run(exitCode)
    return ending
  }

  return {
    add: (step) => void steps.push(step),
    check() {
      if (isAsked) throw new Interrupted()
    },
    started() {
      starting = false
      if (isAsked) void end(0)
    },
    ask() {
      if (isAsked) return
      isAsked = true
      setTimeout(() => {
        say(`Not everything ended within ${limitMs / 1000} seconds; stopping at once.`)
        process.exit(1)
      }, limitMs).unref()
      if (!starting) void end(0)
    },
    isAsked: () => isAsked,
    end,
  }
}

/** Listens for SIGTERM and SIGINT from here on: the first asks for the end, a second one ends the process at once. */
export function listenForEnd(limitMs: number, say: (line: string) => void): Closing {
  const closing = createClosing(limitMs, say)
  let askedAt = 0
  function onSignal(): void {
    if (closing.isAsked()) {
      if (performance.now() - askedAt > sameRequestMs) process.exit(1)
      return
    }
    askedAt = performance.now()
    say('Stopping: requests under way are answered first. Once more stops at once.')
    closing.ask()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return closing
}
