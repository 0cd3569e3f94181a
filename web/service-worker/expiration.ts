import { ExpirationPlugin } from 'workbox-expiration'

/** Deletes the oldest entries of a cache beyond a number, and those older than some days. */
export const expireAfter = (maxEntries: number, days: number) =>
  new ExpirationPlugin({
    maxEntries,
    maxAgeSeconds: days * 86_400,
    matchOptions: { ignoreVary: true },
    purgeOnQuotaError: true,
  })
