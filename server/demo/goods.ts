import { readFileSync } from 'node:fs'
import { root } from '#server/lib/root.ts'
import type { Condition, PriceType } from '#shared/contract/listing-values.ts'
import { nairaToKobo } from '#shared/money.ts'

/** An offer, before the generator chooses its seller, place and date. */
export interface Goods {
  /** The category's slug. */
  category: Slug
  /** The subject of its photos: `sofa` of demo/photos/sofa-0.webp. */
  subject: string
  /** Kobo. */
  price: number
  priceType: PriceType
  condition: Condition
  title: string
  text: string
  /** Set if the text names a place. */
  place: { state: string; lga: string } | null
}

export const slugs = [
  'phones-tablets',
  'electronics',
  'vehicles',
  'property',
  'fashion',
  'furniture',
  'books',
  'services',
  'kids',
  'other',
] as const
export type Slug = (typeof slugs)[number]

export const goods: readonly Goods[] = slugs.flatMap((slug) =>
  readFileSync(new URL(`demo/goods/${slug}.txt`, root), 'utf8')
    .trim()
    .split('\n')
    .map((line) => parseOffer(slug, line)),
)

/** A line of demo/goods: `subject | Naira | N(ew) or U(sed) and F(ixed) or N(egotiable) | title | description [| State/LGA]` */
function parseOffer(category: Slug, line: string): Goods {
  const [subject, naira, terms, title, text, place] = line.split(' | ')
  if (!subject || !naira || !terms || !title || !text) throw new Error(`Not an offer: ${line}`)
  const [state, ...lga] = place?.split('/') ?? []
  return {
    category,
    subject,
    price: nairaToKobo(Number(naira.replaceAll(',', ''))),
    condition: terms.startsWith('N') ? 'NEW' : 'USED',
    priceType: terms.endsWith('N') ? 'NEGOTIABLE' : 'FIXED',
    title,
    text,
    place: state && lga.length > 0 ? { state, lga: lga.join('/') } : null,
  }
}
