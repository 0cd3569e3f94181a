import { afterEach, expect, test, vi } from 'vitest'
import { createTurns } from './turns.ts'

afterEach(() => vi.useRealTimers())

const refusal = { code: 'OVERLOADED', status: 503, retryAfter: 3 }

test('work of one key is done in turn, also after a failure; other keys do not wait', async () => {
  const inTurn = createTurns<string>()
  const done: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const first = inTurn('a', async () => {
    await held
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

test('[OVERLOAD-TURNS] where twenty wait the next is refused at once, and what was refused is not begun', async () => {
  const inTurn = createTurns<string>()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const done: number[] = []
  const one = (number: number) =>
    inTurn('a', async () => {
      await held
      done.push(number)
    })
  const taken = Array.from({ length: 21 }, (_, number) => one(number))
  for (const number of [21, 22]) await expect(one(number)).rejects.toMatchObject(refusal)
  await inTurn('b', async () => done.push(-1))
  release()
  await Promise.all(taken)
  expect(done).toEqual([-1, ...taken.keys()])
  // There is room again.
  await one(23)
  expect(done.at(-1)).toBe(23)
})

test('[OVERLOAD-TURNS] whoever waited for three seconds waits no longer, and those behind keep their order', async () => {
  vi.useFakeTimers()
  const inTurn = createTurns<string>()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const done: string[] = []
  const first = inTurn('a', () => held)
  const early = inTurn('a', async () => done.push('early'))
  const refused = expect(early).rejects.toMatchObject(refusal)
  await vi.advanceTimersByTimeAsync(1500)
  const late = ['one', 'two'].map((name) => inTurn('a', async () => done.push(name)))
  await vi.advanceTimersByTimeAsync(1500)
  await refused
  release()
  await Promise.all([first, ...late])
  expect(done).toEqual(['one', 'two'])
})
