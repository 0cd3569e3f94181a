import type { Comparison } from './compare.ts'

/** What a fault did, for the table. */
export interface Outcome {
  /** What a person saw meanwhile. */
  sees: string
  /** Numbers, each with its words. */
  measured: string[]
  /** Absent where the fault is not about what was written. */
  comparison?: Comparison
  /** Sentences of what was not as it must be; empty where all was well. */
  failures: string[]
}

export interface Fault {
  /** For `--only`. */
  name: string
  title: string
  /** Why it cannot be had on this machine; null where it can. */
  missing?(): string | null
  /** `rounds`: how often, where it is done more than once. */
  run(say: (line: string) => void, rounds?: number): Promise<Outcome>
}

/** Collects what is not as it must be. */
export function expectations() {
  const failures: string[] = []
  return {
    failures,
    expect(isSo: boolean, otherwise: string) {
      if (!isSo) failures.push(otherwise)
    },
  }
}
