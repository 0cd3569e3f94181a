import { imitationOf } from '#shared/imitated-sites.ts'
import { linksIn } from '#shared/links-in-text.ts'
import { parseUrl, sameOriginPath } from '#shared/same-origin.ts'

export type Destination =
  | { kind: 'own'; path: string }
  /** Imitates Oja, a bank or a courier: opens the warning page instead. */
  | { kind: 'imitation'; path: string; host: string; rest: string }
  | {
      kind: 'outside'
      href: string
      /** In ASCII form (xn--…), which exposes look-alike letters. */
      host: string
      rest: string
      isOdd: boolean
    }

/** The page that stops a link; a long address is cut. Not in `paths`, which every page loads. */
const warningPath = (to: string) => `/link-warning?${new URLSearchParams({ to: to.slice(0, 500) })}`

/** Maximum length of the displayed path. */
const restLength = 48

/** Parses an address found in a text; null if it is no website. `origin` is Oja's, such as https://oja.example. */
export function destinationOf(href: string, origin: string): Destination | null {
  const url = parseUrl(href)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  // A user name before the host (https://oja.example@other.example) only serves to deceive.
  url.username = ''
  url.password = ''
  const path = sameOriginPath(url.href, origin)
  if (path !== null) return { kind: 'own', path }
  const rest = url.pathname + url.search + url.hash
  const all = rest === '/' ? '' : rest
  const shown = all.length > restLength ? `${all.slice(0, restLength - 1)}…` : all
  if (imitationOf(href, origin))
    return { kind: 'imitation', path: warningPath(href), host: url.host, rest: shown }
  return {
    kind: 'outside',
    href: url.href,
    host: url.host,
    rest: shown,
    isOdd: /(^|\.)xn--/.test(url.host),
  }
}

/** A part of a text, with its target if it is a link. */
export interface TextPart {
  start: number
  shown: string
  link: Destination | null
}

/** Maximum number of links in a text; further ones stay plain text. */
const maxLinks = 50
/** Maximum displayed length of a link. */
const shownLength = 80

/** Splits a text at its links. `origin` is Oja's. */
export function textParts(text: string, origin: string): TextPart[] {
  const parts: TextPart[] = []
  let written = 0
  let links = 0
  for (const { start, end, href } of linksIn(text)) {
    const link = destinationOf(href, origin)
    if (!link) continue
    const shown = text.slice(start, Math.min(end, start + shownLength))
    parts.push({ start: written, shown: text.slice(written, start), link: null })
    parts.push({ start, shown: end - start > shownLength ? `${shown}…` : shown, link })
    written = end
    links += 1
    if (links === maxLinks) break
  }
  return [...parts, { start: written, shown: text.slice(written), link: null }]
}
