import { createHash } from 'node:crypto'
import { linksIn } from '#shared/links-in-text.ts'

/** Where an address of a website begins, however it goes on. */
const beginning = /https?:\/\/|\bwww\./iu
/** Ten digits and more, however they are written. */
const phone = /(?:\p{Nd}[\s().-]{0,2}){9}\p{Nd}/u

/** Whether a text leads somewhere else. */
export function leadsElsewhere(text: string): boolean {
  const plain = text.normalize('NFKC')
  return beginning.test(plain) || !linksIn(plain).next().done || phone.test(plain)
}

/** The letters and digits of a text: capitals, accents, spaces and punctuation make no other text of it. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** 16 bytes that stand for a plain text. */
export function digestText(plain: string): Buffer {
  return createHash('sha256').update(plain).digest().subarray(0, 16)
}
