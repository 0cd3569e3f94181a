import type { Outcome, Scenario } from './scenario.ts'

/** The table in Markdown, as docs/scaling.md shows it. */
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

/** Everything that was not as it must be, a line each. */
export function complaints({ comparison: { lost, doubled, halfDone }, failures }: Outcome): string[] {
  return [
    ...failures,
    ...lost.map((what) => `lost: ${what}`),
    ...doubled.map((what) => `doubled: ${what}`),
    ...halfDone.map((what) => `half-done: ${what}`),
  ]
}
