import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { mirrorMask, type PhotoHashes } from '#server/features/uploads/photo-hash.ts'
import { hashUpload } from '#server/features/uploads/photo-processing.ts'
import { thresholds } from '#shared/thresholds.ts'
import { percentile } from './report/statistics.ts'

/**
 * Measures which changed copies of a photo are found, and which different photos are taken for copies:
 * `node bench/photo-copies.ts <folder of pictures>`; docs/trust.md has the table.
 */
const [folder = 'demo/photos'] = process.argv.slice(2)

/** A picture as PNG with its size. */
interface Picture {
  name: string
  bytes: Buffer
  width: number
  height: number
}

type Change = (picture: Sharp, size: { width: number; height: number }) => Sharp | Promise<Sharp>

/** Crops these shares of the width and height off the edges. */
const crop =
  (left: number, top: number, right: number, bottom: number): Change =>
  (picture, { width, height }) =>
    picture.extract({
      left: Math.floor(left * width),
      top: Math.floor(top * height),
      width: Math.floor((1 - left - right) * width),
      height: Math.floor((1 - top - bottom) * height),
    })

const text = (width: number, height: number, background: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${background}"/>
    <text x="50%" y="70%" text-anchor="middle" font-size="${Math.round(height * 0.6)}" font-family="sans-serif"
      font-weight="bold" fill="#fff">CALL 0800 000 0000 BEST PRICE</text></svg>`)

/** A strip of text over the picture, from `top`, a share of its height. */
const caption =
  (top: number, share: number, background: string): Change =>
  (picture, { width, height }) =>
    picture.composite([
      {
        input: text(width, Math.round(share * height), background),
        left: 0,
        top: Math.round(top * height),
      },
    ])

const extend =
  (share: number, background: string, edges = { left: 1, top: 1, right: 1, bottom: 1 }): Change =>
  (picture, { width, height }) =>
    picture.extend({
      left: Math.round(share * width * edges.left),
      right: Math.round(share * width * edges.right),
      top: Math.round(share * height * edges.top),
      bottom: Math.round(share * height * edges.bottom),
      background,
    })

const changes: Record<string, Change> = {
  unchanged: (picture) => picture,
  'scaled to 50 %': (picture, { width }) => picture.resize({ width: Math.round(width / 2) }),
  'scaled to 25 %': (picture, { width }) => picture.resize({ width: Math.round(width / 4) }),
  'JPEG, quality 40': async (picture) => sharp(await picture.jpeg({ quality: 40 }).toBuffer()),
  'JPEG, quality 10': async (picture) => sharp(await picture.jpeg({ quality: 10 }).toBuffer()),
  'WebP, quality 50': async (picture) => sharp(await picture.webp({ quality: 50 }).toBuffer()),
  'border of 5 %, white': extend(0.05, '#fff'),
  'border of 5 %, red': extend(0.05, '#c00'),
  'border of 10 %, black': extend(0.1, '#000'),
  'cropped by 5 % (half of it at each edge)': crop(0.025, 0.025, 0.025, 0.025),
  'cropped by 10 %': crop(0.05, 0.05, 0.05, 0.05),
  'cropped by 13 %': crop(0.065, 0.065, 0.065, 0.065),
  'cropped by 20 %': crop(0.1, 0.1, 0.1, 0.1),
  'cropped by 24 %': crop(0.12, 0.12, 0.12, 0.12),
  'cropped by 30 %': crop(0.15, 0.15, 0.15, 0.15),
  'cropped by 5 % at one side': crop(0.05, 0, 0, 0),
  'cropped by 8 % at the bottom': crop(0, 0, 0, 0.08),
  'cropped by 10 % at the bottom': crop(0, 0, 0, 0.1),
  'cropped by 15 % at the bottom': crop(0, 0, 0, 0.15),
  'cropped by 20 % at the bottom': crop(0, 0, 0, 0.2),
  'cropped by 10 % at two sides': crop(0.1, 0.1, 0, 0),
  'cropped by 6 % on the left, 4 % at the top, 9 % on the right': crop(0.06, 0.04, 0.09, 0),
  'cropped to a square': (picture, { width, height }) =>
    picture.resize({ width: Math.min(width, height), height: Math.min(width, height), fit: 'cover' }),
  'caption over the lowest 10 %': caption(0.9, 0.1, '#000'),
  'caption over the lowest 20 %': caption(0.8, 0.2, '#000'),
  'text across the middle, 10 %': caption(0.45, 0.1, 'none'),
  'strip across the middle, 15 %': caption(0.45, 0.15, '#000'),
  'caption added below, 10 %': extend(0.1, '#fff', { left: 0, top: 0, right: 0, bottom: 1 }),
  brighter: (picture) => picture.modulate({ brightness: 1.3 }),
  'more contrast': (picture) => picture.linear(1.4, -50),
  grey: (picture) => picture.greyscale(),
  sepia: (picture) =>
    picture.recomb([
      [0.393, 0.769, 0.189],
      [0.349, 0.686, 0.168],
      [0.272, 0.534, 0.131],
    ]),
  blurred: (picture) => picture.blur(3),
  mirrored: (picture) => picture.flop(),
  'mirrored and cropped by 10 %': async (picture, size) =>
    sharp(await (await crop(0.05, 0.05, 0.05, 0.05)(picture, size)).png().toBuffer()).flop(),
  'cropped by 10 %, captioned, JPEG 60': async (picture, size) => {
    const cropped = await (await crop(0.05, 0.05, 0.05, 0.05)(picture, size)).png().toBuffer()
    const { width, height } = await sharp(cropped).metadata()
    const captioned = await (await caption(0.88, 0.12, '#000')(sharp(cropped), { width, height }))
      .png()
      .toBuffer()
    return sharp(await sharp(captioned).jpeg({ quality: 60 }).toBuffer())
  },
  'rotated by 2°': (picture) => picture.rotate(2, { background: '#fff' }),
  'rotated by 90°': (picture) => picture.rotate(90),
  'rotated by 180°, JPEG 60': async (picture) =>
    sharp(await picture.rotate(180).jpeg({ quality: 60 }).toBuffer()),
  'rotated by 270° and mirrored': async (picture) => sharp(await picture.rotate(270).png().toBuffer()).flop(),
  'rotated by 90°, cropped by 10 %': async (picture, size) =>
    sharp(await (await crop(0.05, 0.05, 0.05, 0.05)(picture, size)).png().toBuffer()).rotate(90),
  'screenshot with a frame': async (picture) =>
    sharp({ create: { width: 1080, height: 2160, channels: 3, background: '#111' } }).composite([
      { input: await picture.resize({ width: 1080, height: 1400, fit: 'inside' }).png().toBuffer() },
      { input: text(1080, 80, '#333'), left: 0, top: 0 },
    ]),
}

async function read(): Promise<Picture[]> {
  const files = (await readdir(folder)).filter((name) => /\.(jpe?g|png|webp|avif)$/i.test(name)).sort()
  return Promise.all(
    files.map(async (name) => {
      const { data, info } = await sharp(await readFile(join(folder, name)))
        .autoOrient()
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .resize({ width: 1200, height: 1200, fit: 'inside', withoutEnlargement: true })
        .png()
        .toBuffer({ resolveWithObject: true })
      return { name, bytes: data, width: info.width, height: info.height }
    }),
  )
}

const bits = (value: bigint) => {
  let count = 0
  for (let rest = BigInt.asUintN(64, value); rest > 0n; rest &= rest - 1n) count += 1
  return count
}

/**
 * The smallest distance between a hash and those of a photo's probes that the index finds it by: a quarter of the bits is equal, or, for
 * the probe of the whole photo, differs in at most one bit.
 */
function distance({ probes }: PhotoHashes, hash: bigint): number {
  let least = 64
  for (const [place, probe] of probes.entries())
    for (const variant of [probe, probe ^ mirrorMask]) {
      const difference = BigInt.asUintN(64, variant ^ hash)
      const quarters = [0n, 16n, 32n, 48n].map((start) => bits((difference >> start) & 0xffffn))
      if (Math.min(...quarters) <= (place === 0 ? 1 : 0)) least = Math.min(least, bits(difference))
    }
  return least
}

const pictures = await read()
const hashed = (
  await Promise.all(pictures.map(async (each) => ({ ...each, hashes: await hashUpload(each.bytes) })))
).flatMap(({ hashes, ...each }) => (hashes ? [{ ...each, hashes }] : []))
console.log(
  `${pictures.length} pictures, ${hashed.length} with a hash, distance at most ${thresholds.copiedPhotos.distance}\n`,
)

console.log('| change | found | median distance | found falsely |\n| --- | --- | --- | --- |')
let falsePairs = 0
for (const [name, change] of Object.entries(changes)) {
  const distances: number[] = []
  let found = 0
  let falsely = 0
  for (const { bytes, width, height, hashes, name: original } of hashed) {
    const changed = await (await change(sharp(bytes), { width, height })).png().toBuffer()
    const copy = await hashUpload(changed)
    const own = copy ? distance(copy, hashes.hash) : 64
    distances.push(own)
    if (own <= thresholds.copiedPhotos.distance) found += 1
    for (const other of hashed)
      if (
        copy &&
        other.name !== original &&
        distance(copy, other.hashes.hash) <= thresholds.copiedPhotos.distance
      ) {
        falsely += 1
        if (process.argv.includes('--names')) console.log(`  ${name}: ${original} taken for ${other.name}`)
      }
  }
  falsePairs += falsely
  const middle = percentile(distances, 0.5)
  console.log(`| ${name} | ${found} of ${hashed.length} | ${middle === 64 ? '–' : middle} | ${falsely} |`)
}
const pairs = hashed.length * (hashed.length - 1) * Object.keys(changes).length
console.log(`\n${falsePairs} of ${pairs} pairs of different pictures were taken for copies.`)
