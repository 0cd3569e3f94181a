import type { Goods } from './goods.ts'
import { picturesOf } from './pictures/studio.ts'
import type { Random } from './random.ts'

/** Every picture takes time at the first start: beside the covers there are only so many. */
const FURTHER_PICTURES = 110

/** What the sellers of all houses and of all cars show beside the cover. */
const shared: readonly [subjects: RegExp, pictures: readonly string[]][] = [
  [/^(house|flats|estate|hotel|room)/, ['house/2', 'house/3', 'house/4', 'house/5']],
  [/^(car|suv|pickup|bus)-?/, ['car-silver/2', 'car-silver/1']],
]

/** The pictures of each offer, the cover first: one to six, from a pool that offers of one kind share. */
export function chooseAlbums(random: Random, goods: readonly Goods[]): string[][] {
  const pool = furtherPictures(random, goods)
  return goods.map(({ subject }) => {
    const cover = `${subject}/0`
    const others = sharedPictures(subject) ?? picturesOf(subject).slice(1)
    const known = others.filter((picture) => pool.has(picture))
    return [cover, ...random.shuffle(known).slice(0, random.chance(0.15) ? 0 : random.int(1, 5))]
  })
}

function sharedPictures(subject: string): readonly string[] | undefined {
  return shared.find(([subjects]) => subjects.test(subject))?.[1]
}

/** The shared pictures, and two further shots of the subjects that most offers show, until the pool is full. */
function furtherPictures(random: Random, goods: readonly Goods[]): ReadonlySet<string> {
  const pool = new Set(shared.flatMap(([, pictures]) => pictures))
  const uses = Map.groupBy(goods, (offer) => offer.subject)
  const usedMost = random
    .shuffle([...uses.keys()].toSorted())
    .sort((one, other) => (uses.get(other)?.length ?? 0) - (uses.get(one)?.length ?? 0))
  for (const subject of usedMost) {
    const pictures = sharedPictures(subject) ? [] : picturesOf(subject).slice(1, 3)
    if (pool.size + pictures.length <= FURTHER_PICTURES) for (const picture of pictures) pool.add(picture)
  }
  return pool
}
