/** The IndexedDB of listings that wait on this device to be published, with their photos. */
export const waitingDatabase = 'oja-waiting'

/**
 * Who holds this lock sends them: one tab, or the service worker. Also the tag of their background sync, and the channel where the
 * service worker tells pages what it published.
 */
export const waitingLock = 'oja-listings'
