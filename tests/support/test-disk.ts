import { thresholdsOf } from '#server/core/disk/disk-thresholds.ts'
import type { DiskSpace, ReadDisk } from '#server/core/disk/disk-watch.ts'

const size = 100e9
export const lines = thresholdsOf(size)

interface TestDisk {
  read: ReadDisk
  data: DiskSpace
  /** Null: the same disk. */
  pictures: DiskSpace | null
}

/**
 * Disks that a test fills, for the `readDisk` of `startTestApp`. They are checked by `disk.check()` and every
 * second.
 */
export function createTestDisk(): TestDisk {
  const disk: TestDisk = {
    data: { device: 1, free: size / 2, size },
    pictures: null,
    read: async (folder) => (folder.endsWith('media') ? disk.pictures : disk.data),
  }
  return disk
}
