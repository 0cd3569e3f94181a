import { different, listAddress, pick } from '../requests/addresses.ts'
import type { Facts } from '../requests/facts.ts'
import { mistyped, wordsIn } from '../requests/listing-words.ts'
import { openRecorder } from '../requests/statement-recorder.ts'
import { compareWithRows, noteOf } from './against.ts'
import { atMost, limitFor } from './verdict.ts'
import type { Row, Workload } from './workload.ts'

/** Different searches of each kind, if there are enough words. */
const searchesEach = 300

type Query = Record<string, string>

/** Kinds of searches; null if the drawn listing provides none. */
export const searchKinds: Record<string, (facts: Facts, random: () => number) => Query | null> = {
  'a rare word': ({ words }, random) => ({ search: pick(words.rare, random) }),
  'a common word': ({ words }, random) => ({ search: pick(words.common, random) }),
  'a middling word': ({ words }, random) => ({ search: pick(words.middling, random) }),
  // Two words of one listing match together; two random ones often do not.
  'two words': ({ samples }, random) => twoWords(samples, random),
  'two common words': ({ words }, random) => ({
    search: `${pick(words.common, random)} ${pick(words.common, random)}`,
  }),
  'two words at random': ({ words }, random) => ({
    search: `${pick(words.middling, random)} ${pick(words.middling, random)}`,
  }),
  'a prefix': ({ words }, random) => ({
    search: pick(words.ofTitles, random).slice(0, 3 + Math.floor(random() * 2)),
  }),
  'a typo': ({ words }, random) => ({ search: mistyped(pick(words.ofTitles, random), random) }),
  'a word, category and state': (facts, random) => {
    const listing = pick(facts.samples, random)
    const search = wordOf(listing, random)
    return search === null ? null : { search, category: String(listing.category), state: listing.state }
  },
  'a common word, category and state': ({ words, samples }, random) => {
    const { category, state } = pick(samples, random)
    return { search: pick(words.common, random), category: String(category), state }
  },
  'a word and a price range': (facts, random) => {
    const listing = pick(facts.samples, random)
    const search = wordOf(listing, random)
    const naira = listing.price / 100
    const range = { minPrice: String(Math.floor(naira * 0.8)), maxPrice: String(Math.ceil(naira * 1.3)) }
    return search === null ? null : { search, ...range }
  },
  'a word, cheapest first': (facts, random) => sortedByPrice(facts, random, 'price-asc'),
  'a word, dearest first': (facts, random) => sortedByPrice(facts, random, 'price-desc'),
  'a common word, cheapest first': ({ words }, random) => ({
    search: pick(words.common, random),
    sortBy: 'price-asc',
  }),
  'two words by relevance': ({ samples }, random) => {
    const words = twoWords(samples, random)
    return words && { ...words, sortBy: 'relevance' }
  },
}

/** Typical search texts. */
export const search: Workload = {
  name: 'search',
  bar: 'text search: p99 at most 50 ms at 1 M, 150 ms at 10 M',
  async run(context) {
    const { facts, random } = context
    const limit = limitFor(facts, [50, 150])
    const recorder = openRecorder(context.databaseUrl)
    const rows: Row[] = []
    for (const [name, make] of Object.entries(searchKinds)) {
      context.log(`search: ${name}`)
      const addresses = different(searchesEach, () => {
        const query = make(facts, random)
        return query && listAddress('/api/listings', query)
      })
      const compared = await compareWithRows(context, recorder, addresses)
      rows.push({
        name: `search: ${name}`,
        figures: compared.figures,
        ceiling: { what: 'bare pg route', ...compared.ceiling },
        verdicts: [atMost('p99', compared.figures.p99 ?? Number.NaN, limit, 'ms')],
        note: noteOf(compared),
      })
    }
    await recorder.close()
    return rows
  },
}

function wordOf(listing: Facts['samples'][number], random: () => number): string | null {
  const words = [...wordsIn(`${listing.title} ${listing.description}`)]
  return words.length === 0 ? null : pick(words, random)
}

function twoWords(samples: Facts['samples'], random: () => number): Query | null {
  const listing = pick(samples, random)
  const [first, second] = [wordOf(listing, random), wordOf(listing, random)]
  return first && second && first !== second ? { search: `${first} ${second}` } : null
}

function sortedByPrice(facts: Facts, random: () => number, sortBy: string): Query {
  return { search: pick(facts.words.middling, random), sortBy }
}
