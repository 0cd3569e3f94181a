import { transcode } from 'node:buffer'

/**
 * A text's bytes in UTF-8, for texts as long as a page: `Buffer.from` encodes one character after the other, which takes four times as long as
 * `transcode` (docs/decisions/026-cold-pages.md).
 */
export function utf8(text: string): Buffer {
  try {
    return transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8')
  } catch {
    // Half of a surrogate pair, as of an emoji that a text was cut in: `Buffer.from` writes U+FFFD for it.
    return Buffer.from(text)
  }
}
