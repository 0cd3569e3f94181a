import { messageOf } from '#web/lib/errors.ts'
import type { Toast } from '#web/ui/toast.ts'

/** What is said where a heart is pressed. */
export interface FavoriteWords {
  added: Toast
  removed: Toast
  notAdded: (error: unknown) => Toast
  notRemoved: (error: unknown) => Toast
}

const tryLater = 'Please try again later.'
const failure = (title: string, description: string): Toast => ({ tone: 'failure', title, description })

const notUpdated = (error: unknown) => failure('Failed to update favorites', messageOf(error, tryLater))

/** On home, beside a listing, and on its page. */
export const wishlistWords: FavoriteWords = {
  added: { title: 'Added to favorites', description: 'Listing added to your wishlist' },
  removed: { title: 'Removed from favorites', description: 'Listing removed from your wishlist' },
  notAdded: notUpdated,
  notRemoved: notUpdated,
}

/** In the results of Browse. */
export const browseWords: FavoriteWords = {
  added: { title: 'Added to favorites', description: 'You can view all your favorites in your profile.' },
  removed: wishlistWords.removed,
  notAdded: () => failure('Failed to add favorite', messageOf(undefined, tryLater)),
  notRemoved: () => failure('Failed to remove favorite', messageOf(undefined, tryLater)),
}

/** On the page of favourites, where nothing is added. */
export const favoritesPageWords: FavoriteWords = {
  ...wishlistWords,
  removed: { title: 'Removed from favorites' },
  notRemoved: () => failure('Failed to remove', messageOf(undefined, 'Could not remove from favorites')),
}

/** To a visitor who presses the heart of a card. */
export const pleaseLogIn: Toast = failure('Please log in', 'You need to be logged in to save favorites.')

/** To a visitor who presses Save on a listing's page. */
export const loginToSave = 'You need to be logged in to save listings to your wishlist...'
