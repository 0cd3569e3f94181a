/** Bytes in a megabyte of `df -BM`. */
const MB = 2 ** 20
const GB = 2 ** 30

/** Free bytes of a disk below which Oja warns (`low`) or refuses most writes (`full`). */
export interface DiskThresholds {
  low: number
  full: number
}

/**
 * The two limits for a disk of `size` bytes. `low` is 5 % of the disk, between 1 GB (less can fill within minutes) and 50 GB, but at most a
 * quarter of it. `full` is 1 %, between 200 MB and 1 GB, but at most an eighth of it. Without these maximums a small empty disk would count
 * as full. The space below `full` is reserved for PostgreSQL, which stops (PANIC) if it cannot extend its write-ahead log by a file of 16 MB;
 * reads, vacuum and checkpoints write to that log, too. If other programs fill the disk, ballast.ts deletes its file.
 */
export function thresholdsOf(size: number): DiskThresholds {
  return {
    low: Math.min(clamp(size * 0.05, GB, 50 * GB), size / 4),
    full: Math.min(clamp(size * 0.01, 200 * MB, GB), size / 8),
  }
}

/**
 * `low`: every write is accepted, operators are warned. `full`: only deletions, and sign-ins while half of the limit is free
 * (`Endpoint.diskSpace`).
 */
export type DiskState = 'ok' | 'low' | 'full'

/**
 * Hysteresis: a state ends when this multiple of its limit is free, so that the state does not flap at the
 * limit.
 */
export const hysteresisFactor = 1.25

/** The state of a disk with `free` bytes whose previous state was `before`. */
export function stateOf(free: number, { low, full }: DiskThresholds, before: DiskState): DiskState {
  if (free < full || (before === 'full' && free < full * hysteresisFactor)) return 'full'
  if (free < low || (before !== 'ok' && free < low * hysteresisFactor)) return 'low'
  return 'ok'
}

/** Bytes a millisecond: 1 GB a second, faster than uploads, logs or a backup fill a disk. */
const fastestFill = 1e6

/**
 * Milliseconds from a check with `free` bytes to the next one: a disk that fills at `fastestFill` loses at most half of the reserve for
 * PostgreSQL before Oja refuses writes. A minute at most.
 */
export function delayBetweenChecks(free: number, { full }: DiskThresholds): number {
  return Math.min(Math.max(free - full, full / 2) / fastestFill, 60_000)
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))
