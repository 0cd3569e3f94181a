import { messageOf } from '#web/lib/errors.ts'
import { type FavoriteMessages, failure, wishlistMessages } from './favorite-messages.ts'

/** On the favourites page, which only removes. */
export const favoritesPageMessages: FavoriteMessages = {
  ...wishlistMessages,
  removed: { title: 'Removed from favorites' },
  notRemoved: () => failure('Failed to remove', messageOf(undefined, 'Could not remove from favorites')),
}
