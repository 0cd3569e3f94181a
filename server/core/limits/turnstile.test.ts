import { expect, test } from 'vitest'
import { createTurnstile } from './turnstile.ts'

test('[PHOTO-PARALLEL] as many run as there are places, the others in order, also after a failure', async () => {
  const turnstile = createTurnstile(2)
  const log: string[] = []
  const ends: (() => void)[] = []
  const start = (name: string) =>
    turnstile.run(async () => {
      log.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (name === 'a') throw new Error('a failed')
      return name
    })
  const work = ['a', 'b', 'c', 'd'].map(start)
  const settled = Promise.allSettled(work)
  expect([log, turnstile.waiting]).toEqual([['a', 'b'], 2])
  ends[0]?.()
  await expect(work[0]).rejects.toThrow('a failed')
  expect([log, turnstile.waiting]).toEqual([['a', 'b', 'c'], 1])
  ends[1]?.()
  await work[1]
  expect(log).toEqual(['a', 'b', 'c', 'd'])
  ends[2]?.()
  ends[3]?.()
  await settled
  expect(turnstile.waiting).toBe(0)
})
