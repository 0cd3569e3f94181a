import { different, filters, listAddress, pick, sortOrders } from '../requests/addresses.ts'
import type { Sample } from '../requests/facts.ts'
import { openRecorder, type StatementRecorder } from '../requests/statement-recorder.ts'
import { compareWithRows, noteOf } from './against.ts'
import { atLeast, atMost } from './verdict.ts'
import type { BenchContext, Row, Workload } from './workload.ts'

/** Different addresses of each kind, if there are enough. */
const addressesEach = 100

type MakeQuery = (listing: Sample) => Record<string, string>

/** GET /api/listings with each filter, and with each pair of filters. */
export const browseFilters: Workload = {
  name: 'browse-json',
  bar: 'browse JSON, each filter, each sort, every combination of two: at least 60 % of a bare pg route with the same statements and rows, p99 at most 25 ms',
  async run(context) {
    const recorder = openRecorder(context.databaseUrl)
    const rows: Row[] = []
    for (const [name, { make, group }] of Object.entries(kinds())) {
      context.log(`browse-json: ${name}`)
      rows.push(await browseRow(context, recorder, { name, make, group }))
    }
    await recorder.close()
    return rows
  },
}

interface Kind {
  make: MakeQuery
  group: string
}

function kinds(): Record<string, Kind> {
  const single = Object.entries(filters)
  const sorts = sortOrders.map((sortBy): [string, MakeQuery] => [sortBy, () => ({ sortBy })])
  const both =
    (a: MakeQuery, b: MakeQuery): MakeQuery =>
    (listing) => ({ ...a(listing), ...b(listing) })
  const pairs = single.flatMap(([a, makeA], index) =>
    single.slice(index + 1).map(([b, makeB]): [string, MakeQuery] => [`${a} + ${b}`, both(makeA, makeB)]),
  )
  const sorted = single.flatMap(([a, makeA]) =>
    sorts
      .filter(([sort]) => sort !== 'latest')
      .map(([sort, makeSort]): [string, MakeQuery] => [`${a} + ${sort}`, both(makeA, makeSort)]),
  )
  const grouped = (group: string, entries: [string, MakeQuery][]) =>
    entries.map(([name, make]): [string, Kind] => [name, { make, group }])
  return Object.fromEntries([
    ...grouped('browse JSON, each sort', sorts),
    ...grouped('browse JSON, each filter', single),
    // A state is part of each LGA already.
    ...grouped(
      'browse JSON, two filters',
      pairs.filter(([name]) => name !== 'state + LGA'),
    ),
    ...grouped('browse JSON, a filter and a sort', sorted),
  ])
}

async function browseRow(
  context: BenchContext,
  recorder: StatementRecorder,
  { name, make, group }: Kind & { name: string },
): Promise<Row> {
  const { facts, random } = context
  const addresses = different(addressesEach, () =>
    listAddress('/api/listings', make(pick(facts.samples, random))),
  )
  // Dozens of kinds: each measurement is shorter than a single one.
  const compared = await compareWithRows(context, recorder, addresses, { seconds: context.seconds / 2 })
  return {
    name,
    group,
    figures: compared.figures,
    ceiling: { what: 'bare pg route', ...compared.ceiling },
    verdicts: [
      atLeast('of the bare pg route', compared.share, 0.6, '%'),
      atMost('p99', compared.figures.p99 ?? Number.NaN, 25, 'ms'),
    ],
    note: noteOf(compared),
  }
}
