/** What delivering throws when it is not yet time, or the other side cannot take it now: the job waits. */
export class TryLater extends Error {
  readonly startAfter: Date | number
  readonly isFailure: boolean

  /** `startAfter`: a time by the database's clock, or seconds from now. */
  constructor(message: string, startAfter: Date | number, isFailure: boolean) {
    super(message)
    this.startAfter = startAfter
    this.isFailure = isFailure
  }
}

/** What delivering throws when another try would end alike: the job is over, and an operator should read why. */
export class Undeliverable extends Error {}
