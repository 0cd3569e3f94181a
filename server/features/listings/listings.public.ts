/** What other features may use of listings. */
export { notifyListingsChanged } from './listing-changes.service.ts'
export {
  changeListing,
  findOwnListing,
  findVisibleListing,
  listActiveOf,
  requireVisible,
  toggleQuestions,
} from './listings.service.ts'
