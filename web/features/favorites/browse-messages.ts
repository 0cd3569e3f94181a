import { messageOf } from '#web/lib/errors.ts'
import { type FavoriteMessages, failure, tryLater, wishlistMessages } from './favorite-messages.ts'

/** In the results of Browse. */
export const browseMessages: FavoriteMessages = {
  added: { title: 'Added to favorites', description: 'You can view all your favorites in your profile.' },
  removed: wishlistMessages.removed,
  notAdded: () => failure('Failed to add favorite', messageOf(undefined, tryLater)),
  notRemoved: () => failure('Failed to remove favorite', messageOf(undefined, tryLater)),
}
