import { different, pick } from '../requests/addresses.ts'
import { mistyped } from '../requests/listing-words.ts'
import { openRecorder } from '../requests/statement-recorder.ts'
import { compareWithRows, noteOf } from './against.ts'
import { atMost } from './verdict.ts'
import type { Row, Workload } from './workload.ts'

const address = (q: string) =>
  `/api/listings/search-suggestions?${new URLSearchParams({ q: q.toLowerCase() })}`

/** Suggestions while a user types. */
export const suggestions: Workload = {
  name: 'suggestions',
  bar: 'suggestions: p99 at most 15 ms',
  async run(context) {
    const { facts, random } = context
    const title = () => pick(facts.samples, random).title
    const kinds: Record<string, () => string> = {
      'two letters': () => title().slice(0, 2),
      // A prefix of a title as typed, from the third letter on.
      'a beginning': () => title().slice(0, 3 + Math.floor(random() * 12)),
      'a typo': () => mistyped(pick(facts.words.ofTitles, random), random),
    }
    const recorder = openRecorder(context.databaseUrl)
    const rows: Row[] = []
    for (const [name, make] of Object.entries(kinds)) {
      const addresses = different(300, () => address(make()))
      const compared = await compareWithRows(context, recorder, addresses, { likeRows: true })
      rows.push({
        name: `suggestions: ${name}`,
        figures: compared.figures,
        ceiling: { what: 'bare pg route', ...compared.ceiling },
        verdicts: [atMost('p99', compared.figures.p99 ?? Number.NaN, 15, 'ms')],
        note: noteOf(compared),
      })
    }
    await recorder.close()
    return rows
  },
}
