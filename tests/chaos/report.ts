import type { Fault, Outcome } from './support/fault.ts'

/** A row of the table in Markdown, as docs/reliability.md shows it. */
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

/** Everything that was not as it must be, a line each. */
export function complaints({ comparison, failures }: Outcome): string[] {
  const { lost = [], doubled = [], halfDone = [] } = comparison ?? {}
  return [
    ...failures,
    ...lost.map((what) => `lost: ${what}`),
    ...doubled.map((what) => `doubled: ${what}`),
    ...halfDone.map((what) => `half-done: ${what}`),
  ]
}
