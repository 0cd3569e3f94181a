import { linksIn } from '#shared/links-in-text.ts'
import { ownPath, parse } from '#shared/own-address.ts'

/** Where a link of a message leads. */
export type Destination =
  | { kind: 'own'; path: string }
  | {
      kind: 'outside'
      href: string
      /** As computers read it: letters that look like others are told apart (xn--…). */
      host: string
      /** What comes after the host, shortened. */
      rest: string
      /** The host has letters of other scripts than Latin. */
      isOdd: boolean
    }

/** Characters of an address that are shown after its host. */
const restLength = 48

/** Reads an address that was found in a text; null for what is no website. `origin` is Oja's, such as https://oja.example. */
export function destinationOf(href: string, origin: string): Destination | null {
  const url = parse(href)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  // A name before the host (https://oja.example@other.example) only serves to deceive.
  url.username = ''
  url.password = ''
  const path = ownPath(url.href, origin)
  if (path !== null) return { kind: 'own', path }
  const rest = url.pathname + url.search + url.hash
  const shown = rest === '/' ? '' : rest
  return {
    kind: 'outside',
    href: url.href,
    host: url.host,
    rest: shown.length > restLength ? `${shown.slice(0, restLength - 1)}…` : shown,
    isOdd: /(^|\.)xn--/.test(url.host),
  }
}

/** A piece of a text, and where it leads if it is a link. */
export interface TextPart {
  /** Where it begins in the text. */
  start: number
  shown: string
  link: Destination | null
}

/** Links of one text that can be followed; further ones stay text. */
const mostLinks = 50
/** Characters of a link that are shown. */
const shownLength = 80

/** A text in its order, cut where links are. `origin` is Oja's. */
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
    if (links === mostLinks) break
  }
  return [...parts, { start: written, shown: text.slice(written), link: null }]
}
