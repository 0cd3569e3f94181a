import sharp from 'sharp'
import { createRandom } from '../random.ts'
import { backdrop, drawBackdrop, HEIGHT, SCALE, WIDTH } from './backdrop.ts'
import { type Shown, shotsOf } from './shots.ts'
import { renderSprite } from './sprite.ts'
import type { Subject } from './subject.ts'
import { subjects } from './subjects.ts'

/** Names of the pictures of a subject, the cover first: `sofa/0`, `sofa/1`, … */
export function picturesOf(name: string): string[] {
  return shotsOf(subjectNamed(name)).map((_, shot) => `${name}/${shot}`)
}

/** Draws the picture with this name (see `picturesOf`); 640 × 480, JPEG. The same name gives the same picture. */
export async function drawPicture(picture: string): Promise<Buffer> {
  const [name = '', number = ''] = picture.split('/')
  const subject = subjectNamed(name)
  const shot = shotsOf(subject)[Number(number)]
  if (!shot) throw new RangeError(`No picture ${picture}`)
  const place = shot.indoors && subject.place !== 'flat' ? 'floor' : subject.place
  const scene = backdrop(place, subject.backdrop, createRandom(hash(name)))
  const flat = place === 'flat'
  const objects = await Promise.all(
    shot.arrange(createRandom(hash(picture))).map((shown) => placeObject(shown, flat)),
  )
  const shadows = flat ? await Promise.all(objects.map(castShadow)) : []
  const layers = [...shadows, ...objects].map(({ pixels, width, height, left, top }) => ({
    input: pixels,
    raw: { width, height, channels: 4 as const },
    left,
    top,
  }))
  return sharp(Buffer.from(drawBackdrop(scene, flat ? [] : objects)))
    .composite(layers)
    .jpeg({ quality: 90 })
    .toBuffer()
}

interface Placed {
  pixels: Buffer
  width: number
  height: number
  left: number
  top: number
}

async function placeObject(shown: Shown, flat: boolean): Promise<Placed> {
  const { sprite, size, angle, mirrored, x, y } = shown
  const height = Math.round(size * SCALE)
  const { data, ...whole } = await renderSprite(sprite, height)
  const { data: pixels, info } = await sharp(data, { raw: { ...whole, channels: 4 } })
    .resize(Math.round(height * 1.32), height, { fit: 'inside', kernel: 'cubic' })
    .flop(mirrored)
    .rotate(angle, { background: '#0000' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const left = Math.round(x * SCALE - info.width / 2)
  const top = Math.round(y * SCALE - (flat ? info.height / 2 : info.height))
  return crop({ pixels, width: info.width, height: info.height, left, top })
}

/** What of an object lies inside the picture; sharp refuses layers larger than the canvas. */
async function crop(object: Placed): Promise<Placed> {
  const left = Math.max(0, object.left)
  const top = Math.max(0, object.top)
  const width = Math.min(Math.round(WIDTH * SCALE), object.left + object.width) - left
  const height = Math.min(Math.round(HEIGHT * SCALE), object.top + object.height) - top
  if (width === object.width && height === object.height) return object
  const pixels = await sharp(object.pixels, {
    raw: { width: object.width, height: object.height, channels: 4 },
  })
    .extract({ left: left - object.left, top: top - object.top, width, height })
    .raw()
    .toBuffer()
  return { pixels, width, height, left, top }
}

/** The soft shadow that an object lying flat throws to its lower right. */
async function castShadow(object: Placed): Promise<Placed> {
  const margin = 36
  const width = object.width + 2 * margin
  const height = object.height + 2 * margin
  // Blurred small and enlarged again: as soft, and many times faster.
  const small = { width: Math.round(width / 4), height: Math.round(height / 4) }
  const padded = await sharp(object.pixels, {
    raw: { width: object.width, height: object.height, channels: 4 },
  })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#0000' })
    .raw()
    .toBuffer()
  const blurred = await sharp(padded, { raw: { width, height, channels: 4 } })
    .resize(small.width, small.height, { fit: 'fill' })
    .linear([0, 0, 0, 0.42], [27, 34, 51, 0])
    .raw()
    .toBuffer()
  const soft = await sharp(blurred, { raw: { ...small, channels: 4 } })
    .blur(2.8)
    .raw()
    .toBuffer()
  const pixels = await sharp(soft, { raw: { ...small, channels: 4 } })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  return crop({ pixels, width, height, left: object.left - margin + 10, top: object.top - margin + 16 })
}

function subjectNamed(name: string): Subject {
  const subject = subjects[name]
  if (!subject) throw new RangeError(`No subject ${name}`)
  return subject
}

/** FNV-1a, so that a subject's look does not depend on the others. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return value >>> 0
}
