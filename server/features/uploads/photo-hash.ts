import type { Sharp } from 'sharp'

/*
 * A perceptual hash (pHash): 64 low frequencies of a cosine transform, a bit for each sign. Two hashes of the same scene
 * differ in few bits, also after scaling and compression. See docs/trust.md for what is found, and decision 022 for why
 * it is not a package.
 */

/** Pixels of a side of the small grey picture that every hash of a photo is computed from. */
const side = 128
/** Samples along a side of the hashed part. */
const samples = 32
/** Frequencies along an axis, from 1: their product is the number of bits. */
const frequencies = 8
/** Grey levels: a picture with a smaller standard deviation is flat, and resembles every other flat one. */
const minDeviation = 8
/** Pixels: a smaller picture is an icon or a test. */
const minSide = 64

/** Share of a side that is left out at each edge of the stored hash: captions, frames and crops are mostly there. */
const margin = 0.2

/** A part of a picture, in shares of its width and height. */
interface Part {
  left: number
  top: number
  right: number
  bottom: number
}

/** How much was cut off at each edge, in shares of the original's sides; negative: something was added. */
type Cut = Part

export interface PhotoHashes {
  /** The hash of the photo's middle, by which other photos find it. */
  hash: bigint
  /**
   * The hashes that this photo looks for: of its own middle, and, for each way in which it may have been cut out of a
   * larger photo or framed, of the part that was that photo's middle; some of them also turned by quarters.
   */
  probes: bigint[]
}

/** Flipping these bits of a hash gives the hash of the mirrored picture: the odd horizontal frequencies change sign. */
export const mirrorMask = bitsOf((across) => across % 2 === 1)

const upsideDownMask = bitsOf((_, down) => down % 2 === 1)

const all = (cut: number): Cut => ({ left: cut, top: cut, right: cut, bottom: cut })
const uncut = all(0)

/** The cuts that are looked for. */
const cuts: Cut[] = [
  ...[0, 0.025, 0.05, 0.075, 0.1, 0.125, 0.15, 0.175, -0.025, -0.05, -0.1].map(all),
  ...[0.04, 0.08, 0.125, 0.165, 0.2].flatMap((cut) => [
    { ...uncut, left: cut, right: cut },
    { ...uncut, top: cut, bottom: cut },
  ]),
  ...[0.05, 0.1, 0.15, 0.2, -0.1].flatMap((cut) => [
    { ...uncut, left: cut },
    { ...uncut, top: cut },
    { ...uncut, right: cut },
    { ...uncut, bottom: cut },
  ]),
  ...[0.05, 0.1].flatMap((cut) => [
    { ...uncut, left: cut, top: cut },
    { ...uncut, top: cut, right: cut },
    { ...uncut, right: cut, bottom: cut },
    { ...uncut, bottom: cut, left: cut },
  ]),
]

/** Uniform cuts that are also looked for in a turned photo. */
const turnedCuts = [0, 0.05, 0.1]

/** The hashes of a picture; null for one that is flat or tiny, and would be found everywhere. */
export async function hashPhoto(
  picture: Sharp,
  { width, height }: { width: number; height: number },
): Promise<PhotoHashes | null> {
  if (Math.min(width, height) < minSide) return null
  const grey = await picture
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize({ width: side, height: side, fit: 'fill' })
    .raw()
    .toBuffer()
  if (deviation(grey) < minDeviation) return null
  const sums = sumTable(grey)
  const whole: Part = { left: 0, top: 0, right: 1, bottom: 1 }
  const framed = insideFrame(grey)
  const parts = cuts.map((cut) => middleWithin(whole, cut))
  const turnedParts = turnedCuts.map((cut) => middleWithin(whole, all(cut)))
  if (framed) for (const list of [parts, turnedParts]) list.push(middleWithin(framed, uncut))
  const [hash = 0n, ...probes] = parts.map((part) => hashPart(sums, part))
  const turned = turnedParts.flatMap((part) => turns(hashPart(sums, part)))
  return { hash, probes: [...new Set([hash, ...probes, ...turned])] }
}

/** The hashes of the picture of this hash, turned by 90, 180 and 270 degrees. */
function turns(hash: bigint): bigint[] {
  const bits = BigInt.asUintN(64, hash)
  const bitAt = (across: number, down: number) =>
    (bits >> BigInt((frequencies - down) * frequencies + frequencies - across)) & 1n
  const transposed = bitsOf((across, down) => bitAt(down, across) === 1n)
  return [transposed ^ mirrorMask, hash ^ mirrorMask ^ upsideDownMask, transposed ^ upsideDownMask]
}

/** Where the original's middle is in a picture that shows the original after a cut. */
function middleWithin(picture: Part, cut: Cut): Part {
  const place = (from: number, to: number, before: number, after: number) => {
    const at = (share: number) => from + ((to - from) * (share - before)) / (1 - before - after)
    return [at(margin), at(1 - margin)] as const
  }
  const [left, right] = place(picture.left, picture.right, cut.left, cut.right)
  const [top, bottom] = place(picture.top, picture.bottom, cut.top, cut.bottom)
  return { left, top, right, bottom }
}

/** Cosines of the frequencies: row `f` holds those of frequency `f + 1`. */
const cosines = Array.from({ length: frequencies }, (_, f) =>
  Float64Array.from({ length: samples }, (_, n) =>
    Math.cos(((2 * n + 1) * (f + 1) * Math.PI) / (2 * samples)),
  ),
)

function hashPart(sums: Float64Array, part: Part): bigint {
  const grid = sampleGrid(sums, part)
  // The transform of each row, then of each column.
  const rows = cosines.map((wave) =>
    Float64Array.from({ length: samples }, (_, y) => {
      let sum = 0
      for (let x = 0; x < samples; x += 1) sum += (wave[x] ?? 0) * (grid[y * samples + x] ?? 0)
      return sum
    }),
  )
  return bitsOf((across, down) => {
    const row = rows[across - 1]
    const wave = cosines[down - 1]
    let sum = 0
    for (let y = 0; y < samples; y += 1) sum += (wave?.[y] ?? 0) * (row?.[y] ?? 0)
    return sum > 0
  })
}

/** A number whose bits say which pairs of frequencies pass a test; two's complement, as PostgreSQL's bigint. */
function bitsOf(test: (across: number, down: number) => boolean): bigint {
  let bits = 0n
  for (let down = 1; down <= frequencies; down += 1)
    for (let across = 1; across <= frequencies; across += 1)
      bits = (bits << 1n) | (test(across, down) ? 1n : 0n)
  return BigInt.asIntN(64, bits)
}

/** Sums of all pixels above and left of each corner: the sum of any rectangle takes four look-ups. */
function sumTable(grey: Buffer): Float64Array {
  const stride = side + 1
  const sums = new Float64Array(stride * stride)
  for (let y = 0; y < side; y += 1) {
    let row = 0
    for (let x = 0; x < side; x += 1) {
      row += grey[y * side + x] ?? 0
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + row
    }
  }
  return sums
}

/** The mean greys of a part's cells, row by row. */
function sampleGrid(sums: Float64Array, { left, top, right, bottom }: Part): Float64Array {
  const stride = side + 1
  const corners = new Float64Array((samples + 1) ** 2)
  for (let j = 0; j <= samples; j += 1) {
    const y = Math.min(Math.max((top + ((bottom - top) * j) / samples) * side, 0), side)
    const y0 = Math.min(Math.floor(y), side - 1)
    for (let i = 0; i <= samples; i += 1) {
      const x = Math.min(Math.max((left + ((right - left) * i) / samples) * side, 0), side)
      const x0 = Math.min(Math.floor(x), side - 1)
      const at = (dx: number, dy: number) => sums[(y0 + dy) * stride + x0 + dx] ?? 0
      const [fx, fy] = [x - x0, y - y0]
      corners[j * (samples + 1) + i] =
        (at(0, 0) * (1 - fx) + at(1, 0) * fx) * (1 - fy) + (at(0, 1) * (1 - fx) + at(1, 1) * fx) * fy
    }
  }
  return Float64Array.from({ length: samples * samples }, (_, n) => {
    const at = Math.floor(n / samples) * (samples + 1) + (n % samples)
    const [a, b] = [corners[at] ?? 0, corners[at + 1] ?? 0]
    const [c, d] = [corners[at + samples + 1] ?? 0, corners[at + samples + 2] ?? 0]
    return d - b - c + a
  })
}

function deviation(grey: Buffer): number {
  const mean = grey.reduce((sum, level) => sum + level, 0) / grey.length
  return Math.sqrt(grey.reduce((sum, level) => sum + (level - mean) ** 2, 0) / grey.length)
}

/** Grey levels within which a line of a frame stays. */
const frameSpread = 24
/** Pixels: a smaller part inside a frame has too few for a hash. */
const minFramed = side / 4

/**
 * The part inside a border or the plain parts of a screenshot: the longest run of rows that are not of one colour, and the longest run of
 * such columns in it; null if that is the whole picture, or too little.
 */
function insideFrame(grey: Buffer): Part | null {
  const longestRun = (isPlain: (line: number) => boolean) => {
    let [from, to] = [0, 0]
    for (let start = 0, line = 0; line <= side; line += 1)
      if (line === side || isPlain(line)) {
        if (line - start > to - from) [from, to] = [start, line]
        start = line + 1
      }
    return [from, to] as const
  }
  const isOneColour = (count: number, pixelAt: (n: number) => number) => {
    const levels = Array.from({ length: count }, (_, n) => grey[pixelAt(n)] ?? 0)
    return Math.max(...levels) - Math.min(...levels) <= frameSpread
  }
  const [top, bottom] = longestRun((y) => isOneColour(side, (n) => y * side + n))
  if (bottom - top < minFramed) return null
  const [left, right] = longestRun((x) => isOneColour(bottom - top, (n) => (top + n) * side + x))
  if (right - left < minFramed || (right - left === side && bottom - top === side)) return null
  return { left: left / side, top: top / side, right: right / side, bottom: bottom / side }
}
