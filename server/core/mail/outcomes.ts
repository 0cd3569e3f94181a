/** Thrown by a delivery that is not due yet, or that the other side cannot take now: the job is retried later. */
export class RetryLater extends Error {
  readonly startAfter: Date | number
  readonly isFailure: boolean

  /** `startAfter`: a time by the database's clock, or seconds from now. */
  constructor(message: string, startAfter: Date | number, isFailure: boolean) {
    super(message)
    this.startAfter = startAfter
    this.isFailure = isFailure
  }
}

/** Thrown by a delivery that no retry can mend: the job ends, and the log has the reason for the operator. */
export class Undeliverable extends Error {}
