import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of a few megabytes, in memory. */
export interface SmallDisk {
  folder: string
  /** Writes until there is no room. */
  fill(): void
  /** Gives the room back. */
  clear(): void
  remove(): void
}

/** Why a disk cannot be mounted here; null where it can. */
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

/** Mounts one at `folder`, which is made where it is missing. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk {
  mkdirSync(folder, { recursive: true })
  mount(folder, megabytes)
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'a')
      try {
        for (const piece of [Buffer.alloc(1_000_000), Buffer.alloc(4096)]) fillWith(file, piece)
      } finally {
        closeSync(file)
      }
    },
    clear: () => rmSync(ballast, { force: true }),
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
