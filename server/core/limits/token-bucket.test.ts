import { expect, onTestFinished, test, vi } from 'vitest'
import { createBucket } from './token-bucket.ts'

/** A bucket of two tokens that gains one a second, and the function that lets seconds pass. */
function bucketOfTwo() {
  let now = 1000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const bucket = createBucket({ burst: 2, perSecond: 1 })
  return {
    bucket,
    pass: (seconds: number) => {
      now += seconds * 1000
    },
  }
}

test('[SOCKET-LIMITS] a bucket gains tokens with the time, and never more than its burst', () => {
  const { bucket, pass } = bucketOfTwo()
  expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([true, true, false])
  pass(0.5)
  expect(bucket.take()).toBe(false)
  pass(0.5)
  expect([bucket.take(), bucket.take()]).toEqual([true, false])
  pass(3600)
  expect(bucket.isFull()).toBe(true)
  expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([true, true, false])
  expect(bucket.isFull()).toBe(false)
})

test('only refusals in a row are counted', () => {
  const { bucket, pass } = bucketOfTwo()
  for (let count = 0; count < 5; count += 1) bucket.take()
  expect(bucket.refused()).toBe(3)
  pass(1)
  bucket.take()
  expect(bucket.refused()).toBe(0)
})
