import { afterEach, expect, test, vi } from 'vitest'
import { timeouts } from '#server/db/timeouts.ts'
import { createKeyedMutex } from './keyed-mutex.ts'

afterEach(() => vi.useRealTimers())

const refusal = { code: 'OVERLOADED', status: 503, retryAfter: 3 }

test('work with the same key runs in order, also after a failure; other keys do not wait', async () => {
  const inTurn = createKeyedMutex<string>()
  const done: string[] = []
  let release = () => {}
  const blocked = new Promise<void>((resolve) => {
    release = resolve
  })
  const first = inTurn('a', async () => {
    await blocked
    done.push('a1')
    throw new Error('a1 failed')
  })
  const second = inTurn('a', async () => done.push('a2'))
  await inTurn('b', async () => done.push('b'))
  expect(done).toEqual(['b'])
  release()
  await expect(first).rejects.toThrow('a1 failed')
  await second
  expect(done).toEqual(['b', 'a1', 'a2'])
})

test('[OVERLOAD-TURNS] with twenty waiting, the next is refused immediately, and refused work never starts', async () => {
  const inTurn = createKeyedMutex<string>()
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>()
  const done: number[] = []
  const one = (number: number) =>
    inTurn('a', async () => {
      await blocked
      done.push(number)
    })
  const taken = Array.from({ length: 21 }, (_, number) => one(number))
  for (const number of [21, 22]) await expect(one(number)).rejects.toMatchObject(refusal)
  await inTurn('b', async () => done.push(-1))
  release()
  await Promise.all(taken)
  expect(done).toEqual([-1, ...taken.keys()])
  // The queue has room again.
  await one(23)
  expect(done.at(-1)).toBe(23)
})

test('[OVERLOAD-TURNS] work that began in time takes nobody else out of the queue later', async () => {
  vi.useFakeTimers()
  const inTurn = createKeyedMutex<string>()
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const begun = [inTurn('a', () => first.promise), inTurn('a', () => second.promise)]
  await vi.advanceTimersByTimeAsync(timeouts.lock / 2)
  const done: string[] = []
  const third = inTurn('a', async () => done.push('third'))
  first.resolve()
  await vi.advanceTimersByTimeAsync(timeouts.lock / 2)
  second.resolve()
  await Promise.all(begun)
  await vi.advanceTimersByTimeAsync(0)
  expect(done).toEqual(['third'])
  await third
})

test('[OVERLOAD-TURNS] work that waited three seconds is refused, and those behind keep their order', async () => {
  vi.useFakeTimers()
  const inTurn = createKeyedMutex<string>()
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>()
  const done: string[] = []
  const first = inTurn('a', () => blocked)
  const early = inTurn('a', async () => done.push('early'))
  const refused = expect(early).rejects.toMatchObject(refusal)
  await vi.advanceTimersByTimeAsync(timeouts.lock / 2)
  const late = ['one', 'two'].map((name) => inTurn('a', async () => done.push(name)))
  await vi.advanceTimersByTimeAsync(timeouts.lock / 2)
  await refused
  release()
  await Promise.all([first, ...late])
  expect(done).toEqual(['one', 'two'])
})
