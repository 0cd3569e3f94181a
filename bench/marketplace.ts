import { lgasOf, states } from '#shared/nigeria.ts'

/** A repeatable stream of numbers in [0, 1) (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Picks by Zipf's law: the first is twice as common as the second, three times as the third. */
export function zipf<T>(items: readonly T[], random: () => number): () => T {
  const sums: number[] = []
  let sum = 0
  for (let rank = 1; rank <= items.length; rank += 1) {
    sum += 1 / rank
    sums.push(sum)
  }
  return () => {
    const wanted = random() * sum
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return items[low] as T
  }
}

/** By category id (0001_foundation.sql): things, and Naira that the cheapest and the dearest cost. */
const things: { names: string[]; from: number; to: number }[] = [
  {
    names: [
      'iPhone 13 Pro',
      'iPhone 11',
      'iPhone XR',
      'Samsung Galaxy S21',
      'Samsung Galaxy A14',
      'Tecno Camon 20',
      'Infinix Hot 30',
      'Redmi Note 12',
      'iPad Air',
      'Itel A60',
      'Nokia G21',
      'Google Pixel 7',
    ],
    from: 30_000,
    to: 1_800_000,
  },
  {
    names: [
      'Sony PS5',
      'HP EliteBook 840',
      'LG 43 inch TV',
      'Dell Latitude 5490',
      'Hisense Freezer',
      'Generator 3.5kva',
      'Inverter battery 220Ah',
      'JBL Speaker',
      'Canon EOS 80D',
      'Binatone Fan',
    ],
    from: 8_000,
    to: 2_500_000,
  },
  {
    names: [
      'Toyota Corolla',
      'Toyota Camry',
      'Honda Accord',
      'Toyota RAV4',
      'Lexus RX350',
      'Mercedes C300',
      'Bajaj Boxer',
      'Ford Edge',
      'Honda CR-V',
      'Kia Rio',
    ],
    from: 400_000,
    to: 60_000_000,
  },
  {
    names: [
      '2-bedroom flat',
      '3-bedroom duplex',
      'Self contain',
      'Plot of land',
      'Shop space',
      'Mini flat',
      'Warehouse',
      '4-bedroom terrace',
    ],
    from: 150_000,
    to: 250_000_000,
  },
  {
    names: [
      'Ankara gown',
      'Senator wear',
      'Nike sneakers',
      'Leather shoes',
      'Agbada',
      'Wrist watch',
      'Handbag',
      'Adidas slides',
      'Jeans trouser',
      'T-shirt',
    ],
    from: 2_000,
    to: 180_000,
  },
  {
    names: [
      'Dining table',
      'L-shaped sofa',
      'Office chair',
      'Wardrobe',
      'King size bed',
      'Bookshelf',
      'Centre table',
      'Mattress',
    ],
    from: 10_000,
    to: 1_200_000,
  },
  {
    names: [
      'Things Fall Apart',
      'JAMB past questions',
      'Medical textbook',
      'Law reports',
      'Children story books',
      'Rich Dad Poor Dad',
    ],
    from: 1_000,
    to: 60_000,
  },
  {
    names: [
      'House cleaning',
      'Catering',
      'Plumbing repair',
      'Wedding photography',
      'Web design',
      'Generator repair',
      'Home lesson',
    ],
    from: 3_000,
    to: 900_000,
  },
  {
    names: ['Baby stroller', 'Kids bicycle', 'School bag', 'Baby cot', 'Toy car', 'Diapers pack'],
    from: 1_500,
    to: 250_000,
  },
  {
    names: [
      'Barbing kit',
      'Gas cylinder',
      'Treadmill',
      'Puppy',
      'Palm oil 25 litres',
      'Hair dryer',
      'Sewing machine',
    ],
    from: 1_000,
    to: 700_000,
  },
]
const qualities = [
  'clean',
  'neat',
  'fairly used',
  'tokunbo',
  'brand new',
  'original',
  'foreign used',
  'cheap',
  'sharp',
  'sealed',
  'quality',
  'strong',
]
const commonWords =
  'good condition very and with for the in available price call pickup delivery battery screen lagos used box charger engine ac leather interior buy sale now fast sell location inspect negotiable slightly serious buyers only last complete documents custom duty paid'.split(
    ' ',
  )

export interface GeneratedListing {
  sellerId: number
  categoryId: number
  title: string
  description: string
  price: number
  priceType: 'FIXED' | 'NEGOTIABLE'
  condition: 'NEW' | 'USED'
  state: string
  lga: string
  status: 'ACTIVE' | 'SOLD' | 'HIDDEN'
  createdAt: Date
  featuredUntil: Date | null
}

/** The same listings for the same seed, one after the other, the oldest first: about 90 in 100 are for sale. */
export function* generateListings(count: number, sellers: number, seed = 1): Generator<GeneratedListing> {
  const random = randomFrom(seed)
  const one = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const category = zipf([1, 3, 2, 5, 4, 6, 9, 8, 10, 7], random)
  const names = things.map((kind) => zipf(kind.names, random))
  const state = zipf(
    [
      'Lagos',
      'FCT',
      'Rivers',
      'Oyo',
      'Kano',
      ...states.filter((name) => !/^(Lagos|FCT|Rivers|Oyo|Kano)$/.test(name)),
    ],
    random,
  )
  const word = zipf([...commonWords, ...inventWords(30_000, random)], random)
  const end = Date.UTC(2026, 0, 1)
  const span = 365 * 86_400_000
  for (let index = 0; index < count; index += 1) {
    const categoryId = category()
    const kind = things[categoryId - 1] as (typeof things)[number]
    const place = state()
    const name = names[categoryId - 1]?.() ?? ''
    const title = `${random() < 0.5 ? `${one(qualities)} ` : ''}${name} ${random() < 0.4 ? one(qualities) : Math.floor(2000 + random() * 25)}`
    const length = Math.floor(30 + random() * 90)
    const naira = Math.exp(Math.log(kind.from) + random() * Math.log(kind.to / kind.from))
    yield {
      sellerId: 1 + Math.floor(random() * sellers),
      categoryId,
      title: title.slice(0, 80),
      description: Array.from({ length }, word).join(' '),
      price: Math.round(naira / 500) * 50_000 || 50_000,
      priceType: random() < 0.45 ? 'NEGOTIABLE' : 'FIXED',
      condition: random() < 0.3 ? 'NEW' : 'USED',
      state: place,
      lga: one(lgasOf(place)),
      status: random() < 0.9 ? 'ACTIVE' : random() < 0.7 ? 'SOLD' : 'HIDDEN',
      createdAt: new Date(end - span + Math.floor((span * index) / count)),
      featuredUntil: random() < 0.001 ? new Date(Date.UTC(2099, 0, 1)) : null,
    }
  }
}

function inventWords(count: number, random: () => number): string[] {
  const syllables =
    'ba be bi bo da de di do fa fe fi fo ga ge gi go ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe ra re ri ro sa se si so ta te ti to wa we yi yo'.split(
      ' ',
    )
  const syllable = () => syllables[Math.floor(random() * syllables.length)] ?? ''
  return Array.from({ length: count }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, syllable).join(''),
  )
}
