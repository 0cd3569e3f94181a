import type { Comparison } from './compare.ts'

/** The result of a fault, for the table. */
export interface Outcome {
  /** A person's experience meanwhile. */
  sees: string
  /** Numbers, each with its description. */
  measured: string[]
  /** Absent if the fault does not concern writes. */
  comparison?: Comparison
  /** Sentences about violated expectations; empty if all were met. */
  failures: string[]
}

export interface Fault {
  /** For `--only`. */
  name: string
  title: string
  /** Why it cannot run on this machine; null if it can. */
  missing?(): string | null
  /** `rounds`: the number of repetitions, if it is repeated. */
  run(report: (line: string) => void, rounds?: number): Promise<Outcome>
}

/** Collects violated expectations. */
export function expectations() {
  const failures: string[] = []
  return {
    failures,
    expect(isSo: boolean, otherwise: string) {
      if (!isSo) failures.push(otherwise)
    },
  }
}
