/** The IndexedDB of listings that wait on this device to be published, with their photos. */
export const outboxDatabase = 'oja-waiting'

/**
 * The name of the lock under which one tab or the service worker sends them, of their background sync, and of the broadcast channel on
 * which the service worker reports what it published.
 */
export const outboxChannel = 'oja-listings'
