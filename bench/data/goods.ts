import { books } from './goods/books.ts'
import { electronics } from './goods/electronics.ts'
import { fashion } from './goods/fashion.ts'
import { furniture } from './goods/furniture.ts'
import { kids } from './goods/kids.ts'
import { other } from './goods/other.ts'
import { phonesTablets } from './goods/phones-tablets.ts'
import { property } from './goods/property.ts'
import { services } from './goods/services.ts'
import { vehicles } from './goods/vehicles.ts'

/** The goods of one category; each list has the most common first. */
export interface Goods {
  /** As in 0001_foundation.sql, whose order `categories` follows. */
  id: number
  name: string
  /** The category's share of the listings. */
  weight: number
  kinds: { name: string; variants: string[] /** Naira. */; median: number }[]
  /** Optional endings of a title. */
  extras: string[]
  /** Words and short phrases of its descriptions. */
  words: string[]
}

const written = [
  ['Phones & Tablets', 24, phonesTablets],
  ['Electronics', 17, electronics],
  ['Vehicles', 15, vehicles],
  ['Property', 9, property],
  ['Fashion', 13, fashion],
  ['Furniture', 7, furniture],
  ['Books', 2, books],
  ['Services', 4, services],
  ['Kids', 4, kids],
  ['Other', 5, other],
] as const

export const categories: readonly Goods[] = written.map(([name, weight, text], index) => ({
  id: index + 1,
  name,
  weight,
  kinds: text.kinds.trim().split('\n').map(readKind),
  extras: text.extras.split(', '),
  words: text.words.split(', '),
}))

function readKind(line: string): Goods['kinds'][number] {
  const [median, name, variants] = line.split(' | ')
  if (!Number(median) || !name || !variants) throw new Error(`Not a kind of thing: ${line}`)
  return { name, variants: variants.split(', '), median: Number(median) }
}
