import { unreadQuery } from '#web/features/chat/unread.ts'
import { favoriteIdsQuery } from '#web/features/favorites/queries.ts'
import type { Read } from './read.ts'

/** What every page shows to somebody who is signed in: the header's badge, and hearts. */
export const memberReads: Read[] = [unreadQuery, favoriteIdsQuery]
