/**
 * Resolves an address on this site to its path, query and fragment, such as `/listings/3?a=1#photos`; null
 * for another site or an address that is not http(s). `address` is absolute or relative to `origin`, such as
 * https://oja.example. Uses the same URL parser as browsers. Several slashes at the beginning of the path
 * become one, because a browser would resolve `//evil.example` and `/\evil.example` to another host.
 */
export function sameOriginPath(address: string, origin: string): string | null {
  const site = parseUrl(origin)
  const url = parseUrl(address, origin)
  if (!site || !url || !/^https?:$/.test(url.protocol) || url.host !== site.host) return null
  // A name before the host (https://oja.example@evil.example) only serves to deceive.
  if (url.username || url.password) return null
  return `/${url.pathname.replace(/^\/+/, '')}${url.search}${url.hash}`
}

/** The absolute form of an address on this site; an address elsewhere stays unchanged. */
export function absoluteUrl(address: string, origin: string): string {
  const path = sameOriginPath(address, origin)
  return path === null ? address : origin + path
}

/** Returns null for an invalid address, also in browsers without URL.parse. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}
