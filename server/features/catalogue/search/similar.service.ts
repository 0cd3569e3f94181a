import type { Db } from '#server/db/pool.ts'
import type { ListingCard } from '#shared/contract/catalogue.ts'
import { readWords } from './normalise-text.ts'
import { lexemeTerm, quoteLexeme, singularOf, titleMark } from './query-terms.ts'
import { findSimilar } from './similar.db.ts'
import { readStatistics, smallTable } from './statistics.db.ts'

/** A title word that more listings have is slow to look up; of these, only listings of the planner's sample are compared. */
const maxRareHits = 500
/** Listings with a rare word to compare. */
const maxWithRare = 60
/** Listings of the sample to compare: more than are shown, since some were sold since. */
const maxSampled = 12

/** Public listings of the same category, those first that share the most words of the title. */
export async function listSimilar(
  db: Db,
  listing: { id: number; categoryId: number; title: string },
): Promise<ListingCard[]> {
  const statistics = await readStatistics(db)
  const words = await readWords(db, listing.title)
  const lexemes = [...new Set(words.flatMap((word) => word.split('-')).map(singularOf))]
  const rare = lexemes.filter((lexeme) => {
    const found = statistics.count({ terms: [lexemeTerm(titleMark + lexeme)] })
    return statistics.size === 0 || found * statistics.rows < maxRareHits * statistics.size
  })
  const anyRare = rare.map((lexeme) => quoteLexeme(titleMark + lexeme)).join(' | ')
  const inTitle = lexemes.map((lexeme) => titleMark + lexeme)
  const sampled = statistics.mostShared(inTitle, `#c${listing.categoryId}`, maxSampled)
  return findSimilar(db, listing, {
    inTitle: inTitle.map(quoteLexeme),
    rare: anyRare || null,
    // Without a sample no word is known to be frequent, and all that have one are compared: the table is small.
    maxWithRare: statistics.size === 0 ? smallTable : maxWithRare,
    sampled: sampled.length < maxSampled ? null : sampled,
  })
}
