import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPrepared } from '#server/db/prepared.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { editDistance, maxEdits } from './edit-distance.ts'
import { normaliseAscii } from './normalise-text.ts'
import { singularOf, termOf, termsOf, toTsquery, wordsOf } from './query-terms.ts'
import { unavailableOnTimeout } from './time-limit.ts'
import { normaliseText } from './word-lookup.db.ts'

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

test('[SEARCH-WORDS] a text is found by each of its own words (database and query split words alike)', async () => {
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

test('[SEARCH-WORDS] words become conditions that must all match; stop words are ignored if others remain', () => {
  expect(wordsOf('the phone for sale in lagos')).toEqual(['phone', 'lagos'])
  expect(wordsOf('for the')).toEqual(['for', 'the'])
  expect(termsOf(['iphone', '13', 'pro']).map((term) => toTsquery(term))).toEqual([
    "'iphone'",
    "'13'",
    "'pro':*",
  ])
  expect(toTsquery(termOf('rav4', true))).toBe("('rav4':* | ('rav' & '4'))")
})

test('[SEARCH-TYPO] an edit inserts, deletes, changes or swaps one letter', () => {
  expect(editDistance('samsng', 'samsung')).toBe(1)
  expect(editDistance('smasung', 'samsung')).toBe(1)
  expect(editDistance('samsuung', 'samsung')).toBe(1)
  expect(editDistance('zamsung', 'samsung')).toBe(1)
  expect(editDistance('tokunbo', 'toyota')).toBeGreaterThan(2)
  expect(['car', 'sofa', 'galaxy', 'samsung', 'generator'].map(maxEdits)).toEqual([0, 1, 1, 2, 2])
})

test('[SEARCH-TIME] a search that takes too long is cancelled by the database, with a message', async () => {
  const statement = { text: 'select pg_sleep(60)', values: [] }
  await expect(
    unavailableOnTimeout(readPrepared(database.db, statement, { limit: 20 })),
  ).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'This search took too long. Please add a word or a filter.',
  })
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'`.execute(
    database.db,
  )
  expect(rows).toEqual([{ n: 0 }])
})

test('[SEARCH-ACCENTS] the process normalises a text as the database does', async () => {
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
          expect(normaliseAscii(texts[index] ?? '') ?? normal).toBe(normal)
      },
    ),
    { numRuns: 100, seed: 11 },
  )
  expect(normaliseAscii('Ọjà')).toBe('oja')
  expect(normaliseAscii('سوق')).toBeNull()
})
