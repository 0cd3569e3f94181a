/** What other features may use of listings. */
export { notifyListingsChanged } from './listing-changes.service.ts'
export { changeWithin, toggleQuestions } from './listings.service.ts'
export {
  findOwnListing,
  findUndeletedListing,
  findVisibleListing,
  listActiveOf,
  readListing,
  requireVisible,
} from './visible-listings.service.ts'
