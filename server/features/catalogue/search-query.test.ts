import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPrepared } from '#server/db/prepared.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { normaliseLatin } from './search-normal.ts'
import { singularOf, termOf, termsOf, toTsquery, wordsOf } from './search-query.ts'
import { adviseIfTooLong } from './search-text.ts'
import { slipsAllowed, slipsBetween } from './typo.ts'
import { normaliseText } from './words.db.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const word = fc.oneof(
  fc.stringMatching(/^[A-Za-zàọẹṣÌɗ]{1,12}s?$/),
  fc.stringMatching(/^[a-z]{1,4}[0-9]{1,4}[a-z]{0,3}$/),
  fc.stringMatching(/^[0-9]{1,3}(,[0-9]{3})?(\.[0-9])?[a-z]{0,3}$/),
  fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){1,2}$/),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.stringMatching(/^[a-z]{38,70}s?$/),
)

test('[SEARCH-WORDS] a text is found by each of its own words, whatever they are (the database and the query split alike)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 8 }), async (words) => {
      const text = words.join(' ').replaceAll('\0', ' ')
      const terms = wordsOf(await normaliseText(database.db, text)).flatMap((each) => [
        termOf(each, false),
        termOf(each, true),
      ])
      for (const mark of ['', '=']) {
        const { rows } = await sql<{ found: boolean }>`
          select array_to_tsvector(array(select ${mark}::text || w from unnest(search_lexemes(${text})) w)) @@ q::tsquery as found
          from unnest(${terms.map((term) => toTsquery(term, mark))}::text[]) as q`.execute(database.db)
        expect(rows.every(({ found }) => found)).toBe(true)
      }
    }),
    { numRuns: 300, seed: 7 },
  )
})

test('[SEARCH-PLURAL] the singular is the same in the database and in the query', async () => {
  const words = [
    'shoes',
    'batteries',
    'watches',
    'boxes',
    'glass',
    'bus',
    'buses',
    'series',
    'ties',
    'houses',
    'dishes',
    'as',
    'gas',
    'gases',
    's21s',
    'quizzes',
    'iphones',
  ]
  const { rows } = await sql<{ singular: string }>`
    select search_singular(w) as singular from unnest(${words}::text[]) with ordinality as t (w, n) order by n`.execute(
    database.db,
  )
  expect(words.map(singularOf)).toEqual(rows.map(({ singular }) => singular))
})

test('[SEARCH-WORDS] words become conditions that all must hold; fillers are left out where others remain', () => {
  expect(wordsOf('the phone for sale in lagos')).toEqual(['phone', 'lagos'])
  expect(wordsOf('for the')).toEqual(['for', 'the'])
  expect(termsOf(['iphone', '13', 'pro']).map((term) => toTsquery(term))).toEqual([
    "'iphone'",
    "'13'",
    "'pro':*",
  ])
  expect(toTsquery(termOf('rav4', true))).toBe("('rav4':* | ('rav' & '4'))")
})

test('[SEARCH-TYPO] a slip is a letter left out, put in, changed or swapped with its neighbour', () => {
  expect(slipsBetween('samsng', 'samsung')).toBe(1)
  expect(slipsBetween('smasung', 'samsung')).toBe(1)
  expect(slipsBetween('samsuung', 'samsung')).toBe(1)
  expect(slipsBetween('zamsung', 'samsung')).toBe(1)
  expect(slipsBetween('tokunbo', 'toyota')).toBeGreaterThan(2)
  expect([slipsAllowed('car'), slipsAllowed('chair'), slipsAllowed('generator')]).toEqual([0, 1, 2])
})

test('[SEARCH-TIME] a search that takes too long is stopped by the database, with advice', async () => {
  const statement = { text: 'select pg_sleep(60)', values: [] }
  await expect(adviseIfTooLong(readPrepared(database.db, statement, { limit: 20 }))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'This search took too long. Please add a word or a filter.',
  })
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'`.execute(
    database.db,
  )
  expect(rows).toEqual([{ n: 0 }])
})

test('[SEARCH-ACCENTS] what is made plain without the database is as the database makes it', async () => {
  const sign = fc.oneof(
    fc.constantFrom(...'-\'`,. \t\n\\"&|!:*()<>%_$1290aZs'),
    fc.stringMatching(/^[ -~]$/),
    fc.constantFrom('ẹ', 'Ọ', 'à', 'e\u0301', 'ﬁ', '½', 'Å'),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: sign, maxLength: 40 }), { minLength: 20, maxLength: 20 }),
      async (texts) => {
        const { rows } = await sql<{ normal: string }>`
        select search_normal(t) as normal from unnest(${texts}::text[]) with ordinality as u (t, n) order by n`.execute(
          database.db,
        )
        for (const [index, { normal }] of rows.entries())
          expect(normaliseLatin(texts[index] ?? '') ?? normal).toBe(normal)
      },
    ),
    { numRuns: 100, seed: 11 },
  )
  expect(normaliseLatin('Ọjà')).toBe('oja')
  expect(normaliseLatin('سوق')).toBeNull()
})
