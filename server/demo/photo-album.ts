import { readdirSync } from 'node:fs'
import { root } from '#server/lib/root.ts'
import type { Goods } from './goods.ts'
import type { Random } from './random.ts'

/** The output of `scripts/draw-demo-photos.ts`: `sofa-0.webp`, `sofa-1.webp`, … */
export const photosFolder = new URL('demo/photos/', root)

const names = readdirSync(photosFolder).map((file) => file.replace(/\.webp$/, ''))
const photosBySubject = Map.groupBy(names.sort(), subjectOf)

/** Photos that sellers of all homes and all cars add to their own. */
const sharedPhotos: readonly [subjects: RegExp, photos: readonly string[]][] = [
  [
    /^(house|flats|estate|hotel|room)/,
    ['inside-sofa-0', 'inside-bed-0', 'inside-bath-0', 'inside-kitchen-0'],
  ],
  [/^((car|suv)-(?!parts)|pickup$|bus$)/, ['car-key-0', 'tyre-0']],
]

/** Subjects with different names or colours that look much the same. */
const lookAlikes: readonly [subjects: RegExp, shape: string][] = [
  [/^(iphone|samsung|tecno|infinix|pixel)/, 'phone'],
  [/^(car|suv)-(?!parts)|^pickup/, 'car'],
  [/^(truck|moving)/, 'truck'],
  [/bicycle/, 'bicycle'],
  [/^(backpack|school-bag)/, 'backpack'],
  [/^(tshirt|kids-clothes)/, 'tshirt'],
  [/dress/, 'dress'],
  [/^(room|bed)$/, 'bed'],
  [/^(lamp|electrician)$/, 'lamp'],
  [/^(smart)?watch/, 'watch'],
  [/^(house|estate|flats|offices|hotel)/, 'house'],
  [/^(ankara|lace|aso-oke)$/, 'cloth'],
]

/** The subject of a photo: `sofa-red` of `sofa-red-1`. */
export function subjectOf(photo: string): string {
  return photo.replace(/-\d+$/, '')
}

/** The shape of a subject, without its colour: two of one shape side by side look like the same photo. */
export function shapeOf(subject: string): string {
  return lookAlikes.find(([subjects]) => subjects.test(subject))?.[1] ?? subject.replace(/-.*/, '')
}

/**
 * The photos of each offer, the cover first: one to six. Offers of one subject rotate its photos as covers.
 */
export function chooseAlbums(random: Random, goods: readonly Goods[]): string[][] {
  const offers = new Map<string, number>()
  return goods.map(({ subject }) => {
    const own = photosBySubject.get(subject) ?? []
    const offset = offers.get(subject) ?? 0
    offers.set(subject, offset + 1)
    const cover = own[offset % own.length]
    if (!cover) throw new RangeError(`No photo of ${subject}: run scripts/draw-demo-photos.ts`)
    const shared = sharedPhotos.find(([subjects]) => subjects.test(subject))?.[1] ?? []
    const others = [...own.filter((photo) => photo !== cover), ...shared]
    return [cover, ...random.shuffle(others).slice(0, random.chance(0.15) ? 0 : random.int(1, 5))]
  })
}

/** The number of offers within which no category, shape or subject may repeat. */
const spacing = { category: 6, shape: 12, subject: 72 } as const

/**
 * A random order in which neighbours, including the row above, look different. It holds for most offers from
 * the first on; the last ones are left over.
 */
export function spreadOut<T extends { offer: Goods }>(random: Random, offers: readonly T[]): T[] {
  const left = random.shuffle(offers)
  const ordered: T[] = []
  const isNear = (one: T, distance: number, same: (offer: Goods) => string) =>
    ordered.slice(-distance).some(({ offer }) => same(offer) === same(one.offer))
  while (left.length > 0) {
    const apart = left.findIndex(
      (one) =>
        !isNear(one, spacing.category, ({ category }) => category) &&
        !isNear(one, spacing.shape, ({ subject }) => shapeOf(subject)) &&
        !isNear(one, spacing.subject, ({ subject }) => subject),
    )
    ordered.push(...left.splice(Math.max(0, apart), 1))
  }
  return ordered
}
