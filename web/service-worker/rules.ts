/** What may be kept on the device. Nothing that was answered to one person alone, and no address that may carry a secret. */
import { isAddressOf } from '#shared/client.ts'
import { offlinePaths } from '#web/lib/endpoint-facts.ts'

const publicPages = /^\/(listings(\/\d+)?|users\/\d+|about|safety|terms|privacy|contact)?$/

/** Pages that visitors may read again without a connection. */
export function isPublicPage(pathname: string): boolean {
  return publicPages.test(pathname)
}

/** Reads of the API that anybody may make, and that the contract marks `offline`. */
export function isPublicRead(pathname: string): boolean {
  return offlinePaths.some((path) => isAddressOf(path, pathname))
}

/** Addresses that a browser opens itself and that are no pages of the app. */
export function isNotPage(pathname: string): boolean {
  return /^\/(api|media|assets|uploads|metrics|healthz|ws)(\/|$)/.test(pathname) || /\.\w+$/.test(pathname)
}

/** The server's own words for what anybody may read: `no-cache` for answers of the API, `public` for pages. */
const forAnyone = /^(no-cache$|public, max-age=0,)/

/** Whether the server said nothing against keeping an answer. */
export function isCacheable(status: number, cacheControl: string | null): boolean {
  return status === 200 && forAnyone.test(cacheControl ?? '')
}

/** The audience of a page, from its Cache-Control; null if the header is missing (an error). */
export function audienceOf(cacheControl: string | null): 'member' | 'visitor' | null {
  if (cacheControl?.startsWith('private')) return 'member'
  return forAnyone.test(cacheControl ?? '') ? 'visitor' : null
}

/** Whether a picture was asked for on a page of everybody's: those in messages are between two people. */
export function isOfPublicPage(referrer: string): boolean {
  return URL.canParse(referrer) && isPublicPage(new URL(referrer).pathname)
}
