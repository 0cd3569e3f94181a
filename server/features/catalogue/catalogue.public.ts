/** What other features may use of the catalogue. */
export { CardRow, cardColumns, findCards, toCards } from './catalogue.db.ts'
export { categoryExists } from './catalogue.service.ts'
export { readExactQuery } from './search/exact-query.ts'
export { listSimilar } from './search/similar.service.ts'
export {
  estimateByTitle,
  readTitleWords,
  type TitleFilters,
  type TitleWord,
  titleQuery,
} from './search/title-matches.service.ts'
