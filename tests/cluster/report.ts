import type { Outcome, Scenario } from './scenario.ts'

/** The table in Markdown, for docs/scaling.md. */
export const heading = [
  '| Lost | No write for | Errors of requests | People saw | Acknowledged writes | Lost | Doubled | Half-done | Measured |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
]

export function row({ title }: Scenario, outcome: Outcome): string {
  const { recovery, errors, requests, sees, comparison, measured } = outcome
  const cells = [
    title,
    recovery === null ? '–' : `${Math.round(recovery)} ms`,
    `${errors} of ${requests}`,
    sees,
    comparison.writes,
    comparison.lost.length,
    comparison.doubled.length,
    comparison.halfDone.length,
    measured.join('; '),
  ]
  return `| ${cells.join(' | ')} |`
}

/** All faults of an outcome, one per line. */
export function complaints({ comparison: { lost, doubled, halfDone }, failures }: Outcome): string[] {
  return [
    ...failures,
    ...lost.map((what) => `lost: ${what}`),
    ...doubled.map((what) => `doubled: ${what}`),
    ...halfDone.map((what) => `half-done: ${what}`),
  ]
}
