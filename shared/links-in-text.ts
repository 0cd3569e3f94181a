/** An address of a website in a text: characters `start` to before `end`. */
export interface TextLink {
  start: number
  end: number
  /** Absolute; whether it can be parsed is for the reader to see. */
  href: string
}

/** What people pass on without https:// ends in one of these. */
const endings = new Set(
  `africa ai app biz club co com dev edu gh gl gov info io ke link live ly me net ng online org shop site store tk top tv uk xyz
  za`.split(/\s+/),
)

/** A name of a host is no longer (RFC 1035). */
const longestHost = 253

/** The beginning of an address, or what may be the name of a host. Each character is read once. */
const beginnings = /https?:\/\/|[\p{L}\p{M}\p{N}_.-]+/giu
const space = /[\s<>"“”]/g
const afterHost = /[/?#]|:\d/y

/**
 * The addresses of websites in a text, in order: with http:// or https://, or a host with a common ending, such as
 * shop.example.com/offer. E-mail addresses and other schemes are none. Takes time in proportion to the text: linkifyjs and
 * expressions that search for a dot from each letter take its square.
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

/** A host without a scheme, and what follows it. */
function bare(text: string, at: number, word: string): TextLink | null {
  // Behind these stands the rest of an e-mail address, or of an address of another scheme.
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
  return end - start > longestHost ? null : { start, end }
}

/** Where an address ends that goes on at `from`: before a space, without the punctuation of the sentence around it. */
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
    if (end <= from) return from
  }
}
