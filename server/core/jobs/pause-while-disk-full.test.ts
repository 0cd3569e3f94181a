import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { DiskWatch } from '../disk/disk-watch.ts'
import { pauseWhileDiskFull } from './pause-while-disk-full.ts'

/** A disk whose checks the test makes, and work that notes what it is told to do. */
function watched(work: { begin?: () => Promise<void>; end?: () => Promise<void> } = {}) {
  let check = () => {}
  let hasSpace = true
  const told: string[] = []
  const disk = {
    hasSpaceFor: () => hasSpace,
    onCheck: (listener: () => void) => {
      check = listener
    },
  } as Partial<DiskWatch> as DiskWatch
  const stop = pauseWhileDiskFull(disk, {
    async begin() {
      told.push('begin')
      await work.begin?.()
    },
    async end() {
      told.push('end')
      await work.end?.()
    },
    onChange: (isWorking) => void told.push(isWorking ? 'works' : 'rests'),
    onError: (error) => void told.push(error.message),
  })
  async function checkWith(space: boolean) {
    hasSpace = space
    check()
    await setImmediate()
  }
  return { told, checkWith, stop }
}

test('work ends while the disk is full, and begins when there is space', async () => {
  const { told, checkWith, stop } = watched()
  for (const space of [true, false, false, true, true]) await checkWith(space)
  expect(told).toEqual(['end', 'rests', 'begin', 'works'])
  stop()
  await checkWith(false)
  expect(told).toHaveLength(4)
})

test('a check while the work still ends or begins starts nothing', async () => {
  const ending = Promise.withResolvers<void>()
  const { told, checkWith } = watched({ end: () => ending.promise })
  await checkWith(false)
  await checkWith(false)
  await checkWith(true)
  expect(told).toEqual(['end'])
  ending.resolve()
  await checkWith(false)
  await checkWith(true)
  expect(told).toEqual(['end', 'rests', 'begin', 'works'])
})

test('work that cannot begin is ended, as a part of it may run, and begins at the next check', async () => {
  let isRefused = true
  const begin = async () => {
    if (isRefused) throw new Error('The database is away.')
  }
  const { told, checkWith } = watched({ begin })
  await checkWith(false)
  await checkWith(true)
  expect(told).toEqual(['end', 'rests', 'begin', 'The database is away.', 'end'])
  isRefused = false
  await checkWith(true)
  expect(told.slice(5)).toEqual(['begin', 'works'])
})
