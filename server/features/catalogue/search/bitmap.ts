/** A set of numbers from 0 on, one bit each. */
export type Bitmap = Uint32Array

/** An empty set for numbers below `capacity`. */
export function createBitmap(capacity: number): Bitmap {
  return new Uint32Array(Math.ceil(capacity / 32))
}

export function setBit(bitmap: Bitmap, number: number): void {
  bitmap[number >> 5] = (bitmap[number >> 5] ?? 0) | (1 << (number & 31))
}

export function hasBit(bitmap: Bitmap, number: number): boolean {
  return ((bitmap[number >> 5] ?? 0) & (1 << (number & 31))) !== 0
}

/** Sets all bits below `count`. */
export function setFirstBits(bitmap: Bitmap, count: number): void {
  bitmap.fill(-1, 0, count >> 5)
  for (let number = count & ~31; number < count; number += 1) setBit(bitmap, number)
}

/** Keeps the bits of `target` that `other` has too. */
export function intersect(target: Bitmap, other: Bitmap): void {
  for (let index = 0; index < target.length; index += 1)
    target[index] = (target[index] ?? 0) & (other[index] ?? 0)
}

/** Keeps the bits of `target` that `other` lacks. */
export function subtract(target: Bitmap, other: Bitmap): void {
  for (let index = 0; index < target.length; index += 1)
    target[index] = (target[index] ?? 0) & ~(other[index] ?? 0)
}

/** Adds the bits of `other` to `target`. */
export function unite(target: Bitmap, other: Bitmap): void {
  for (let index = 0; index < target.length; index += 1)
    target[index] = (target[index] ?? 0) | (other[index] ?? 0)
}

export function countBits(bitmap: Bitmap): number {
  let count = 0
  for (const word of bitmap) {
    const pairs = word - ((word >>> 1) & 0x55555555)
    const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
    count += Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}
