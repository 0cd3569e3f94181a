import { StartupError } from '#server/lib/startup-error.ts'

/** A worker ended before it served requests. */
export class EndedAtStart extends StartupError {
  /** A worker that exits by itself has printed the reason; one that was ended by a signal could not. */
  readonly hasPrintedReason: boolean

  constructor(how: number | string) {
    super(
      `A process was ended while it started (${how}).`,
      'Is there enough memory? See the logs of the system.',
    )
    this.hasPrintedReason = typeof how === 'number'
  }
}
