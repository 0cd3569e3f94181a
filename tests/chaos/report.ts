import type { Fault, Outcome } from './support/fault.ts'

/** A row of the table in Markdown, for docs/reliability.md. */
export const heading = [
  '| Fault | A person sees | Acknowledged writes | Lost | Doubled | Half-done | Measured |',
  '| --- | --- | --- | --- | --- | --- | --- |',
]

export function row({ title }: Fault, { sees, comparison, measured }: Outcome): string {
  const counts = comparison
    ? [comparison.writes, comparison.lost.length, comparison.doubled.length, comparison.halfDone.length]
    : ['–', '–', '–', '–']
  return `| ${[title, sees, ...counts, measured.join('; ')].map(String).join(' | ')} |`
}

/** All faults of an outcome, one per line. */
export function complaints({ comparison, failures }: Outcome): string[] {
  const { lost = [], doubled = [], halfDone = [] } = comparison ?? {}
  return [
    ...failures,
    ...lost.map((what) => `lost: ${what}`),
    ...doubled.map((what) => `doubled: ${what}`),
    ...halfDone.map((what) => `half-done: ${what}`),
  ]
}
