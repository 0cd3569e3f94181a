import { different, pick } from '../requests/addresses.ts'
import type { Facts } from '../requests/facts.ts'
import { mistyped } from '../requests/listing-words.ts'
import { openRecorder } from '../requests/statement-recorder.ts'
import { compareWithRows, noteOf } from './against.ts'
import { atMost, limitFor } from './verdict.ts'
import type { Row, Workload } from './workload.ts'

const address = (q: string) =>
  `/api/listings/search-suggestions?${new URLSearchParams({ q: q.toLowerCase() })}`

/** Addresses of each kind. */
export function suggestionKinds(
  { samples, words }: Facts,
  random: () => number,
): Record<string, () => string> {
  const title = () => pick(samples, random).title
  return {
    'two letters': () => address(title().slice(0, 2)),
    // A prefix of a title as typed, from the third letter on.
    'a beginning': () => address(title().slice(0, 3 + Math.floor(random() * 12))),
    'a typo': () => address(mistyped(pick(words.ofTitles, random), random)),
  }
}

/** Suggestions while a user types. */
export const suggestions: Workload = {
  name: 'suggestions',
  bar: 'suggestions: p99 at most 15 ms at 1 M, 30 ms at 10 M',
  async run(context) {
    const { facts, random } = context
    const recorder = openRecorder(context.databaseUrl)
    const rows: Row[] = []
    for (const [name, make] of Object.entries(suggestionKinds(facts, random))) {
      const addresses = different(300, make)
      const compared = await compareWithRows(context, recorder, addresses, { likeRows: true })
      rows.push({
        name: `suggestions: ${name}`,
        figures: compared.figures,
        ceiling: { what: 'bare pg route', ...compared.ceiling },
        verdicts: [atMost('p99', compared.figures.p99 ?? Number.NaN, limitFor(facts, [15, 30]), 'ms')],
        note: noteOf(compared),
      })
    }
    await recorder.close()
    return rows
  },
}
