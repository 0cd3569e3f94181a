import { createHash } from 'node:crypto'
import { linksIn } from '#shared/links-in-text.ts'

/** The start of a web address. */
const beginning = /https?:\/\/|\bwww\./iu
/** Ten or more digits in any notation. */
const phone = /(?:\p{Nd}[\s().-]{0,2}){9}\p{Nd}/u

/** Whether a text contains a web address or a phone number. */
export function hasContactDetails(text: string): boolean {
  const plain = text.normalize('NFKC')
  return beginning.test(plain) || !linksIn(plain).next().done || phone.test(plain)
}

/**
 * Normalises a text to its letters and digits: capitals, accents, spaces and punctuation make no difference.
 */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** A 16-byte digest of a plain text. */
export function digestText(plain: string): Buffer {
  return createHash('sha256').update(plain).digest().subarray(0, 16)
}
