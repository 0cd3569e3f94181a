/**
 * Where an address leads on this site: path, query and fragment, such as `/listings/3?a=1#photos`; null where it leads to another
 * site or is no web address. `address` is absolute or relative to `origin`, such as https://oja.example.
 *
 * The URL parser that browsers have decides. Slashes at the beginning of the path become one: `//evil.example` and
 * `/\evil.example` name another host as soon as a browser resolves them by themselves.
 */
export function ownPath(address: string, origin: string): string | null {
  const site = parse(origin)
  const url = parse(address, origin)
  if (!site || !url || !/^https?:$/.test(url.protocol) || url.host !== site.host) return null
  // A name before the host (https://oja.example@evil.example) only serves to deceive.
  if (url.username || url.password) return null
  return `/${url.pathname.replace(/^\/+/, '')}${url.search}${url.hash}`
}

/** The absolute address of one on this site, however it is written; an address elsewhere stays as it is. */
export function absoluteUrl(address: string, origin: string): string {
  const path = ownPath(address, origin)
  return path === null ? address : origin + path
}

/** Null for what is no address; also where the browser has no URL.parse yet. */
export function parse(address: string, base?: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}
