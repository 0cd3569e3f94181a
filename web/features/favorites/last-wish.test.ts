import { expect, test } from 'vitest'
import { createWishes } from './last-wish.ts'

/** A server that answers each call when it is told to. */
function slowServer() {
  const calls: { saved: boolean; answer: (error?: object) => Promise<void> }[] = []
  const wish = createWishes(
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
  return { wish, calls }
}

test('[STATE-FAVORITE] quick presses settle on the last wish, with one call at a time', async () => {
  const { wish, calls } = slowServer()
  const first = wish(1, true)
  expect(await wish(1, false)).toBeNull()
  expect(await wish(1, true)).toBeNull()
  expect(await wish(1, false)).toBeNull()
  expect(calls).toHaveLength(1)
  await calls[0]?.answer()
  expect(calls.map(({ saved }) => saved)).toEqual([true, false])
  await calls[1]?.answer()
  expect(await first).toEqual({ wanted: false, saved: false })
})

test('[STATE-FAVORITE] a double press that ends where it began sends nothing more', async () => {
  const { wish, calls } = slowServer()
  const first = wish(1, true)
  await wish(1, false)
  await wish(1, true)
  await calls[0]?.answer()
  expect(await first).toEqual({ wanted: true, saved: true })
  expect(calls).toHaveLength(1)
})

test('[STATE-FAVORITE] listings do not wait for each other', async () => {
  const { wish, calls } = slowServer()
  const both = [wish(1, true), wish(2, true)]
  expect(calls).toHaveLength(2)
  for (const call of calls) await call.answer()
  expect(await Promise.all(both)).toHaveLength(2)
})

test('[STATE-FAVORITE] a failure leaves what was so before, and the next press is a new try', async () => {
  const { wish, calls } = slowServer()
  const error = { status: 503 }
  const first = wish(1, true)
  await calls[0]?.answer(error)
  expect(await first).toEqual({ wanted: true, saved: false, error })
  const second = wish(1, true)
  await calls[1]?.answer()
  expect(await second).toEqual({ wanted: true, saved: true })
})

test('[ERROR-FAVORITES] a refused wish that nobody has any more is no failure', async () => {
  const { wish, calls } = slowServer()
  const first = wish(1, true)
  await wish(1, false)
  await calls[0]?.answer({ status: 500 })
  expect(await first).toEqual({ wanted: false, saved: false })
  expect(calls).toHaveLength(1)
})

test('[STATE-FAVORITE] after a call without an answer the new wish is sent in any case', async () => {
  const { wish, calls } = slowServer()
  const first = wish(1, true)
  await wish(1, false)
  await calls[0]?.answer({})
  expect(calls.map(({ saved }) => saved)).toEqual([true, false])
  await calls[1]?.answer()
  expect(await first).toEqual({ wanted: false, saved: false })
})
