import type { Condition, PriceType } from '#shared/contract/listing-values.ts'
import type { Term } from './search-query.ts'

/** What a listing must be to be found. Prices in kobo, both ends included. */
export interface Criteria {
  terms: Term[]
  /** Words in the title: what the first tier of relevance has and the second has not. */
  title?: { terms: Term[]; present: boolean }
  category?: number | undefined
  /** Categories that it is not in: the rest of a list whose other parts are found by themselves. */
  outside?: number[] | undefined
  state?: string | undefined
  lga?: string | undefined
  condition?: Condition | undefined
  priceType?: PriceType | undefined
  minPrice?: number | undefined
  maxPrice?: number | undefined
  featured?: boolean | undefined
}

/** Ways to order listings; of equal ones the higher id is the newer and the dearer. */
export type RowOrder = 'latest' | 'price-asc' | 'price-desc'

/** A filter as a lexeme of the document (0002_search.sql). */
export function filterLexemes({ category, state, lga, condition, priceType }: Criteria): string[] {
  return [
    ...(category === undefined ? [] : [categoryLexeme(category)]),
    ...(state === undefined ? [] : [`#s${state}`]),
    ...(lga === undefined ? [] : [`#l${lga}`]),
    ...(condition === undefined ? [] : [`#n${condition}`]),
    ...(priceType === undefined ? [] : [`#p${priceType}`]),
  ]
}

/** The lexeme of a category, as in `filterLexemes`. */
export const categoryLexeme = (category: number | string) => `#c${category}`
