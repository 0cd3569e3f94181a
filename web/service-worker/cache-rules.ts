/** Decides which responses the worker caches: none that is private to a user, none whose address may contain a secret. */
import { isAddressOf } from '#shared/contract-path.ts'
import { offlinePaths } from '#web/lib/endpoint-facts.ts'

const publicPages = /^\/(listings(\/\d+)?|users\/\d+|about|safety|terms|privacy|contact)?$/

/** Pages that are cached for visitors. */
export function isPublicPage(pathname: string): boolean {
  return publicPages.test(pathname)
}

/** Reads that the contract marks `offline`. */
export function isPublicRead(pathname: string): boolean {
  return offlinePaths.some((path) => isAddressOf(path, pathname))
}

/** Addresses that a browser may navigate to and that are no pages of the app. */
export function isNotPage(pathname: string): boolean {
  return /^\/(api|media|assets|uploads|metrics|healthz|ws)(\/|$)/.test(pathname) || /\.\w+$/.test(pathname)
}

/** `Cache-Control` of public responses: `no-cache` from the API, `public` for pages. */
const publicCacheControl = /^(no-cache$|public, max-age=0,)/

export function isCacheable(status: number, cacheControl: string | null): boolean {
  return status === 200 && publicCacheControl.test(cacheControl ?? '')
}

/**
 * The audience of a page, from its Cache-Control; null if that does not tell: an error, or a visitor's page with a position (`near`) or a
 * `token`.
 */
export function audienceOf(cacheControl: string | null): 'member' | 'visitor' | null {
  if (cacheControl === 'private, no-store') return 'member'
  return publicCacheControl.test(cacheControl ?? '') ? 'visitor' : null
}

/** Whether a picture was requested by a public page: pictures in messages are private. */
export function isOfPublicPage(referrer: string): boolean {
  return referrer !== '' && isPublicPage(new URL(referrer).pathname)
}
