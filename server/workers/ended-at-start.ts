import { StartupError } from '../startup-error.ts'

/** A worker ended before it answered anybody. */
export class EndedAtStart extends StartupError {
  /** One that ends by itself has said why; one that was ended by a signal could not. */
  readonly hasSaidWhy: boolean

  constructor(how: number | string) {
    super(
      `A process was ended while it started (${how}).`,
      'Is there enough memory? See the logs of the system.',
    )
    this.hasSaidWhy = typeof how === 'number'
  }
}
