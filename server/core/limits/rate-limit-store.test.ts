import { expect, test } from 'vitest'
import { createCounter } from './rate-limit-store.ts'

test('a process counts 50,000 keys; the next one replaces the key with the oldest window', async () => {
  const counter = createCounter(null, 'test')
  const count = async (key: string, windowMs = 600_000) => (await counter.consume(key, windowMs)).current
  // Its window ends at once, so its next one begins after the others.
  await count('renewed', 0)
  for (let key = 1; key < 50_000; key++) await count(`first ${key}`)
  expect(await count('renewed')).toBe(1)
  for (let key = 1; key <= 10; key++) await count(`next ${key}`)
  expect(await count('first 11')).toBe(2)
  expect(await count('first 49999')).toBe(2)
  expect(await count('renewed')).toBe(2)
  expect(await count('first 10')).toBe(1)
})

test('a refund after the end of its window gives nobody more calls in the next one', async () => {
  const counter = createCounter(null, 'test')
  await counter.consume('late', 0)
  expect((await counter.consume('late', 600_000)).current).toBe(1)
  for (const _ of [1, 2, 3]) await counter.refund('late')
  expect((await counter.consume('late', 600_000)).current).toBe(1)
})
