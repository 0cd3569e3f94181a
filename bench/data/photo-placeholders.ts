import { rgbaToThumbHash } from 'thumbhash'
import type { Random } from '#server/demo/random.ts'
import { photoUrl } from '#shared/photo-sizes.ts'

const shapes = [
  [1600, 1200],
  [1200, 1600],
  [1600, 1600],
  [1080, 1440],
  [1600, 900],
  [960, 1280],
  [720, 960],
] as const

/** Real thumbhashes of invented pictures: light from one side, a thing in the middle. */
function makePlaceholders(random: Random, count: number): string[] {
  return Array.from({ length: count }, (_, row) => {
    random.begin(0, 1000 + row)
    const [ground, thing] = [0, 1].map(() => [random.next() * 255, random.next() * 255, random.next() * 255])
    const [width, height] = random.pick([
      [32, 24],
      [24, 32],
      [28, 28],
    ] as const)
    const pixels = new Uint8Array(width * height * 4)
    for (let index = 0; index < width * height; index += 1) {
      const [x, y] = [(index % width) / width, Math.floor(index / width) / height]
      const inside = (x - 0.5) ** 2 + (y - 0.55) ** 2 < 0.08
      for (let channel = 0; channel < 3; channel += 1)
        pixels[index * 4 + channel] = ((inside ? thing : ground)?.[channel] ?? 0) * (1 - 0.5 * y)
      pixels[index * 4 + 3] = 255
    }
    return Buffer.from(rgbaToThumbHash(width, height, pixels)).toString('base64')
  })
}

/** Draws pictures as JSON, each with its own address, without files. */
export function createPhoto(random: Random): () => string {
  const placeholders = makePlaceholders(random, 500)
  const hex = (digits: number) =>
    random
      .below(16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  return () => {
    const [width, height] = random.pick(shapes)
    const id = `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(6)}${hex(6)}`
    return `{"url":"${photoUrl(id, width)}","width":${width},"height":${height},"placeholder":"${random.pick(placeholders)}"}`
  }
}

/** Draws the `photos` of listings: 1 to 8 each. */
export function createPhotos(random: Random): () => string {
  const photo = createPhoto(random)
  return () => {
    let json = `[${photo()}`
    for (let left = Math.floor(8 * random.next() ** 1.8); left > 0; left -= 1) json += `,${photo()}`
    return `${json}]`
  }
}
