import type { Db } from '#server/db/pool.ts'
import type { ListingCard } from '#shared/contract/catalogue.ts'
import { inTitle, lexemeTerm, quote, singularOf } from './search-query.ts'
import { searchSample } from './search-sample.db.ts'
import { readWords } from './search-text.ts'
import { findSimilar } from './similar.db.ts'

const howMany = 8
/** A title word that more listings have tells little, and would be slow to look up. */
const rareBelow = 500

/** Public listings like this one: the same category, the most words of the title. */
export async function listSimilar(
  db: Db,
  listing: { id: number; categoryId: number; title: string },
): Promise<ListingCard[]> {
  const sample = await searchSample(db)
  const words = await readWords(db, listing.title)
  const lexemes = [...new Set(words.flatMap((word) => word.split('-')).map(singularOf))]
  const rare = lexemes.filter((lexeme) => {
    const found = sample.count({ terms: [lexemeTerm(inTitle + lexeme)] })
    return sample.size === 0 || found * sample.rows < rareBelow * sample.size
  })
  const anyRare = rare.map((lexeme) => quote(inTitle + lexeme)).join(' | ')
  const query = anyRare ? `${quote(`#c${listing.categoryId}`)} & (${anyRare})` : null
  const marked = lexemes.map((lexeme) => quote(inTitle + lexeme))
  return findSimilar(db, listing, { inTitle: marked, rare: query }, howMany)
}
