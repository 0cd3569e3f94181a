/** A web address in a text: characters `start` to before `end`. */
export interface TextLink {
  start: number
  end: number
  /** Absolute; the caller checks whether it can be parsed. */
  href: string
}

/** The endings of hosts that people write without https://. */
const endings = new Set(
  `africa ai app biz club co com dev edu gh gl gov info io ke link live ly me net ng online org shop site store tk top tv uk xyz
  za`.split(/\s+/),
)

/** Maximum length of a host name (RFC 1035). */
const maxHostLength = 253

/** The start of an address, or a possible host name. Each character is read once. */
const beginnings = /https?:\/\/|[\p{L}\p{M}\p{N}_.-]+/giu
const space = /[\s<>"“”]/g
const afterHost = /[/?#]|:\d/y

/**
 * Yields the web addresses in a text in order: with http:// or https://, or a host with a common ending, such
 * as shop.example.com/offer. E-mail addresses and other schemes do not count. Takes linear time: linkifyjs
 * and expressions that search for a dot from each letter take quadratic time.
 */
export function* linksIn(text: string): Generator<TextLink, undefined> {
  let end = 0
  for (const { 0: word, index } of text.matchAll(beginnings)) {
    if (index < end) continue
    const link = word.endsWith('://') ? withScheme(text, index, word) : bare(text, index, word)
    if (!link) continue
    yield link
    end = link.end
  }
}

function withScheme(text: string, start: number, scheme: string): TextLink | null {
  const end = endOf(text, start)
  return end > start + scheme.length ? { start, end, href: text.slice(start, end) } : null
}

/** A host without a scheme, and the rest of its address. */
function bare(text: string, at: number, word: string): TextLink | null {
  // After these characters it is part of an e-mail address or of an address with another scheme.
  if (text[at - 1] === '@' || text[at - 1] === '/') return null
  const host = hostIn(word)
  if (!host) return null
  const start = at + host.start
  const hostEnd = at + host.end
  if (hostEnd === at + word.length && text[hostEnd] === '@') return null
  afterHost.lastIndex = hostEnd
  const end = afterHost.test(text) ? Math.max(endOf(text, hostEnd), hostEnd) : hostEnd
  return { start, end, href: `https://${text.slice(start, end)}` }
}

/** The longest part of a word that is a host with a known ending: `shop.com` in `…shop.com.Thanks`. */
function hostIn(word: string): { start: number; end: number } | null {
  const labels = word.split('.')
  let last = labels.length - 1
  let end = word.length
  while (last > 0 && !(endings.has(labels[last]?.toLowerCase() ?? '') && labels[last - 1] !== '')) {
    end -= (labels[last]?.length ?? 0) + 1
    last -= 1
  }
  if (last === 0) return null
  let start = end
  for (let index = last; index >= 0 && labels[index] !== ''; index -= 1)
    start -= (labels[index]?.length ?? 0) + (index < last ? 1 : 0)
  return end - start > maxHostLength ? null : { start, end }
}

/**
 * The end of an address that continues at `from`: before a space, without the punctuation of the sentence
 * around it.
 */
function endOf(text: string, from: number): number {
  space.lastIndex = from
  let end = space.exec(text)?.index ?? text.length
  const part = text.slice(from, end)
  let unopened = part.split(')').length - part.split('(').length
  for (;;) {
    const last = text[end - 1] ?? ''
    if (last === ')' && unopened > 0) unopened -= 1
    else if (!/[.,;:!?'’*_~\]}]/.test(last)) return end
    end -= 1
  }
}
