import { mirrorMask } from './photo-hash.ts'
import { hashUpload } from './photo-processing.ts'

/*
 * Finds pictures of Oja's own marks, by the hashes that every upload has (photo-hash.ts). See docs/trust.md, "Impersonation of Oja", for what is
 * found and what is not.
 */

/** The drawings of web/public/favicon.svg and web/ui/wordmark.tsx, with the box that they fill. */
export const marks = {
  icon: {
    isSymmetric: true,
    box: [13.5, 8, 37, 50.25],
    draw: (ink: string) =>
      `<circle cx="32" cy="26.5" r="14.5" fill="none" stroke="${ink}" stroke-width="8"/><circle cx="32" cy="53" r="5.25" fill="${ink}"/>`,
  },
  /** The icon on its tile, seen on another ground. */
  tile: {
    isSymmetric: true,
    box: [0, 0, 64, 64],
    draw: (ink: string, ground: string) =>
      `<rect width="64" height="64" rx="15" fill="${ink}"/><circle cx="32" cy="26.5" r="14.5" fill="none" stroke="${ground}" stroke-width="8"/><circle cx="32" cy="53" r="5.25" fill="${ground}"/>`,
  },
  wordmark: {
    isSymmetric: false,
    box: [0, -3, 92, 59],
    draw: (ink: string) =>
      `<g fill="none" stroke="${ink}" stroke-width="7.5" stroke-linecap="round"><path d="M4.5 24a15.5 15.5 0 1 1 31 0 15.5 15.5 0 1 1-31 0M48 20v22c0 5-3 8-8.5 8M59.25 29a10.75 10.75 0 1 1 21.5 0 10.75 10.75 0 1 1-21.5 0M81 18.5v21"/>` +
      `<path d="M63 2l8.5 5.5" stroke-width="6.5"/></g><circle cx="48" cy="8.5" r="4.6" fill="${ink}"/><circle cx="20" cy="51" r="4.6" fill="${ink}"/>`,
  },
} as const

/** A mark in the middle of a square of this side, `share` of it wide or high, whichever is more. */
export function drawMark(
  { box: [left, top, width, height], draw }: (typeof marks)[keyof typeof marks],
  {
    share,
    ink = '#fff',
    ground = '#006b3f',
    side = 128,
  }: { share: number; ink?: string; ground?: string; side?: number },
): Buffer {
  const full = Math.max(width, height) / share
  const box = [left + (width - full) / 2, top + (height - full) / 2, full, full].join(' ')
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${side}" height="${side}"><rect x="${left - full}" y="${top - full}" width="${3 * full}" height="${3 * full}" fill="${ground}"/>${draw(ink, ground)}</svg>`,
  )
}

/** Shares of a picture that a mark fills in the references: 0.4 to 1.1. */
const shares = Array.from({ length: 15 }, (_, n) => 0.4 + n * 0.05)

/** A hash of a mark, and the bits of it that count. */
interface Reference {
  hash: bigint
  counted: bigint
}

let references: Promise<Reference[]> | undefined

/**
 * Hashes of the marks, made when they are first asked for, which takes a second of a processor: not while rows are locked. After a
 * failure they are made anew, else no picture would be accepted until the next start.
 */
export function hashBrandMarks(): Promise<Reference[]> {
  references ??= makeReferences().catch((error: unknown) => {
    references = undefined
    throw error
  })
  return references
}

/**
 * One after the other: all 45 at once kept other requests of the process waiting until the last was hashed. Of symmetric marks only the
 * bits of symmetric frequencies count: the others are noise.
 */
async function makeReferences(): Promise<Reference[]> {
  const made: Reference[] = []
  for (const mark of Object.values(marks))
    for (const share of shares) {
      const hashes = await hashUpload(drawMark(mark, { share }))
      if (hashes) made.push({ hash: hashes.hash, counted: mark.isSymmetric ? ~mirrorMask : -1n })
    }
  return made
}

/**
 * Share of the bits in which a picture with these hashes differs from the nearest mark: light on dark or dark on light, upright or
 * mirrored.
 */
async function distanceToMark(hashes: bigint[]): Promise<number> {
  const all = await hashBrandMarks()
  const distances = hashes.flatMap((hash) =>
    all.flatMap(({ hash: mark, counted }) =>
      [mark, mark ^ mirrorMask].map((one) => {
        const differing = ones((hash ^ one) & counted)
        const bits = ones(counted)
        // Inverted, every frequency has the other sign.
        return Math.min(differing, bits - differing) / bits
      }),
    ),
  )
  return Math.min(1, ...distances)
}

/**
 * Two bits of 64, or one of the icon's 32: the marks in other sizes and colours differ in no more, and none of the demo's pictures in less
 * than twice that.
 */
const maxDistance = 2 / 64

/** Whether a picture with these hashes shows one of Oja's marks, and little else. */
export async function isBrandMark(hashes: bigint[]): Promise<boolean> {
  return (await distanceToMark(hashes)) <= maxDistance
}

function ones(bits: bigint): number {
  let count = 0
  for (let rest = BigInt.asUintN(64, bits); rest > 0n; rest &= rest - 1n) count += 1
  return count
}
