import type { Db } from '#server/db/pool.ts'
import type { ListingCard } from '#shared/contract/catalogue.ts'
import { findCards } from './catalogue.db.ts'
import { shareOf } from './search-plan.ts'
import { inTitle, quote } from './search-query.ts'
import { searchStatistics } from './search-statistics.db.ts'
import { findSimilarIds, lexemesOf } from './similar.db.ts'

const howMany = 8
/** A title word that more listings have tells little, and would be slow to look up. */
const rareBelow = 500

/** Public listings like this one: the same category, the most words of the title. */
export async function listSimilar(
  db: Db,
  listing: { id: number; categoryId: number; title: string },
): Promise<ListingCard[]> {
  const statistics = await searchStatistics(db)
  const lexemes = await lexemesOf(db, listing.title)
  const rare = lexemes.filter((lexeme) => {
    const share = shareOf({ kind: 'lexeme', lexeme, prefix: false }, statistics, inTitle)
    return share * statistics.rows < rareBelow
  })
  const anyRare = rare.map((lexeme) => quote(inTitle + lexeme)).join(' | ')
  const query = anyRare ? `${quote(`#c${listing.categoryId}`)} & (${anyRare})` : null
  const marked = lexemes.map((lexeme) => inTitle + lexeme)
  return findCards(db, await findSimilarIds(db, listing, { inTitle: marked, rare: query }, howMany))
}
