import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of a few megabytes, in memory. */
export interface SmallDisk {
  folder: string
  /** Writes up to this many megabytes, as space allows. */
  grow(megabytes: number): void
  /** Megabytes. */
  free(): number
  /** Writes until there is no space. */
  fill(): void
  /** Frees the space. */
  clear(): void
  remove(): void
}

/** Why no disk can be mounted here; null if it can. */
export function cannotMount(): string | null {
  if (process.platform !== 'linux') return 'a small disk is mounted on Linux only'
  const folder = mkdtempSync(join(tmpdir(), 'chaos-disk-'))
  try {
    mount(folder, 1)
    unmount(folder)
    return null
  } catch {
    return 'mounting a small disk needs root'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Mounts one at `folder`, which is created if needed. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk {
  mkdirSync(folder, { recursive: true })
  mount(folder, megabytes)
  const filler = join(folder, 'filler')
  return {
    folder,
    grow(count) {
      try {
        appendFileSync(filler, Buffer.alloc(count * 2 ** 20))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    free() {
      const { bavail, bsize } = statfsSync(folder)
      return Math.floor((bavail * bsize) / 2 ** 20)
    },
    fill() {
      const file = openSync(filler, 'a')
      try {
        for (const piece of [Buffer.alloc(1_000_000), Buffer.alloc(4096)]) fillWith(file, piece)
      } finally {
        closeSync(file)
      }
    },
    clear: () => rmSync(filler, { force: true }),
    remove() {
      unmount(folder)
    },
  }
}

function fillWith(file: number, piece: Buffer): void {
  try {
    while (writeSync(file, piece) === piece.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

function mount(folder: string, megabytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], {
    stdio: 'ignore',
  })
}

function unmount(folder: string): void {
  execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
}
