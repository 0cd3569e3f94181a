import { messageOf } from '#web/lib/errors.ts'
import type { Toast } from '#web/ui/toast.ts'

/** Toasts after a press of the heart. */
export interface FavoriteMessages {
  added: Toast
  removed: Toast
  notAdded: (error: unknown) => Toast
  notRemoved: (error: unknown) => Toast
}

export const tryLater = 'Please try again later.'
export const failure = (title: string, description: string): Toast => ({
  tone: 'failure',
  title,
  description,
})

const notUpdated = (error: unknown) => failure('Failed to update favorites', messageOf(error, tryLater))

export const defaultFavoriteMessages: FavoriteMessages = {
  added: { title: 'Added to favorites', description: 'Listing added to your wishlist' },
  removed: { title: 'Removed from favorites', description: 'Listing removed from your wishlist' },
  notAdded: notUpdated,
  notRemoved: notUpdated,
}

export const pleaseLogIn: Toast = failure('Please log in', 'You need to be logged in to save favorites.')

export const loginToSave = 'You need to be logged in to save listings to your wishlist...'
