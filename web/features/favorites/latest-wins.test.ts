import { expect, test } from 'vitest'
import { createLatestWinsMutation } from './latest-wins.ts'

/** A server whose responses the test releases one by one. */
function slowServer() {
  const calls: { saved: boolean; answer: (error?: object) => Promise<void> }[] = []
  const mutate = createLatestWinsMutation(
    (_, saved) =>
      new Promise<void>((resolve, reject) => {
        const answer = async (error?: object) => {
          if (error) reject(error)
          else resolve()
          await Promise.resolve()
          await Promise.resolve()
          await Promise.resolve()
        }
        calls.push({ saved, answer })
      }),
  )
  return { mutate, calls }
}

test('[STATE-FAVORITE] quick presses end with the last value, with one call at a time', async () => {
  const { mutate, calls } = slowServer()
  const first = mutate(1, true)
  expect(await mutate(1, false)).toBeNull()
  expect(await mutate(1, true)).toBeNull()
  expect(await mutate(1, false)).toBeNull()
  expect(calls).toHaveLength(1)
  await calls[0]?.answer()
  expect(calls.map(({ saved }) => saved)).toEqual([true, false])
  await calls[1]?.answer()
  expect(await first).toEqual({ wanted: false, saved: false })
})

test('[STATE-FAVORITE] a double press that ends in the first state sends nothing more', async () => {
  const { mutate, calls } = slowServer()
  const first = mutate(1, true)
  await mutate(1, false)
  await mutate(1, true)
  await calls[0]?.answer()
  expect(await first).toEqual({ wanted: true, saved: true })
  expect(calls).toHaveLength(1)
})

test('[STATE-FAVORITE] listings do not wait for each other', async () => {
  const { mutate, calls } = slowServer()
  const both = [mutate(1, true), mutate(2, true)]
  expect(calls).toHaveLength(2)
  for (const call of calls) await call.answer()
  expect(await Promise.all(both)).toHaveLength(2)
})

test('[STATE-FAVORITE] a failure restores the old value, and the next press tries again', async () => {
  const { mutate, calls } = slowServer()
  const error = { status: 503 }
  const first = mutate(1, true)
  await calls[0]?.answer(error)
  expect(await first).toEqual({ wanted: true, saved: false, error })
  const second = mutate(1, true)
  await calls[1]?.answer()
  expect(await second).toEqual({ wanted: true, saved: true })
})

test('[ERROR-FAVORITES] a refused change that was reversed meanwhile is no failure', async () => {
  const { mutate, calls } = slowServer()
  const first = mutate(1, true)
  await mutate(1, false)
  await calls[0]?.answer({ status: 500 })
  expect(await first).toEqual({ wanted: false, saved: false })
  expect(calls).toHaveLength(1)
})

test('[STATE-FAVORITE] after a call without a response the new value is sent in any case', async () => {
  const { mutate, calls } = slowServer()
  const first = mutate(1, true)
  await mutate(1, false)
  await calls[0]?.answer({})
  expect(calls.map(({ saved }) => saved)).toEqual([true, false])
  await calls[1]?.answer()
  expect(await first).toEqual({ wanted: false, saved: false })
})
