import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'

test('at most three jobs run at once, in order, and a failed one frees its place', async () => {
  const queue = createQueue(3)
  const started: number[] = []
  let running = 0
  let most = 0
  const jobs = Array.from({ length: 10 }, (_, index) =>
    queue(async () => {
      started.push(index)
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      await Promise.resolve()
      running -= 1
      if (index % 4 === 0) throw new Error('no')
      return index
    }),
  )
  const ends = await Promise.allSettled(jobs)
  expect(most).toBe(3)
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(ends.filter((end) => end.status === 'rejected')).toHaveLength(3)
})
