import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('[PHOTO-PARALLEL] the semaphore runs as many as it has slots, the others in order, also after a failure', async () => {
  const semaphore = createSemaphore(2)
  const log: string[] = []
  const ends: (() => void)[] = []
  const start = (name: string) =>
    semaphore.run(async () => {
      log.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (name === 'a') throw new Error('a failed')
      return name
    })
  const work = ['a', 'b', 'c', 'd'].map(start)
  const settled = Promise.allSettled(work)
  expect([log, semaphore.waiting()]).toEqual([['a', 'b'], 2])
  ends[0]?.()
  await expect(work[0]).rejects.toThrow('a failed')
  expect([log, semaphore.waiting()]).toEqual([['a', 'b', 'c'], 1])
  ends[1]?.()
  await work[1]
  expect(log).toEqual(['a', 'b', 'c', 'd'])
  const last = start('e')
  expect([log.length, semaphore.waiting()]).toEqual([4, 1])
  ends[2]?.()
  ends[3]?.()
  await settled
  ends[4]?.()
  expect(await last).toBe('e')
  expect(semaphore.waiting()).toBe(0)
})

test('[PHOTO-FAIR] waiting owners take turns, however many tasks one has', async () => {
  const semaphore = createSemaphore(1)
  const log: string[] = []
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const start = (name: string, key: string) =>
    semaphore.run(async () => {
      log.push(name)
      await gate
    }, key)
  const work = [
    ...['a1', 'a2', 'a3', 'a4'].map((name) => start(name, 'ada')),
    start('b1', 'bola'),
    start('c1', 'cyd'),
  ]
  expect([semaphore.waiting(), semaphore.waiting('ada'), semaphore.waitingKeys()]).toEqual([5, 3, 3])
  open()
  await Promise.all(work)
  expect(log).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
  expect([semaphore.waiting(), semaphore.waitingKeys()]).toEqual([0, 0])
})
