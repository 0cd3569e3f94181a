import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cannotMount, mountSmallDisk } from '#tests/support/small-disk.ts'
import { readEnv } from '../env.ts'
import { createPhotoStorage } from './storage.ts'

test.skipIf(cannotMount() !== null)(
  'pictures on a disk that became read-only, as one with errors does, count as away, before and after the first upload',
  async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'oja-storage-'))
    const disk = mountSmallDisk(DATA_DIR, 1)
    const remount = (option: string) => execFileSync('mount', ['-o', `remount,${option}`, DATA_DIR])
    try {
      const storage = createPhotoStorage(readEnv({ DATA_DIR }))
      for (const isUsed of [false, true]) {
        if (isUsed) await mkdir(join(DATA_DIR, 'media'))
        await storage.probe()
        remount('ro')
        await expect(storage.probe()).rejects.toThrow('EROFS')
        remount('rw')
      }
    } finally {
      disk.remove()
      await rm(DATA_DIR, { recursive: true })
    }
  },
)
