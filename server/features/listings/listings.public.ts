/** What other features may use of listings. */
export { notifyListingsChanged } from './listing-changes.service.ts'
export { changeListing, listActiveOf, toggleQuestions } from './listings.service.ts'
export {
  findOwnListing,
  findUndeletedListing,
  findVisibleListing,
  requireVisible,
} from './visible-listings.service.ts'
