import { expect, test } from 'vitest'
import { createTurns } from './ssr.ts'

test('of several that wait for a turn one continues in each iteration of the event loop, in order, and others run between', async () => {
  const turn = createTurns()
  const order: string[] = []
  const inEachIteration = () => {
    order.push('|')
    if (order.filter((one) => one === '|').length < 3) setImmediate(inEachIteration)
  }
  setImmediate(inEachIteration)
  await Promise.all(['a', 'b', 'c'].map((name) => turn().then(() => order.push(name))))
  expect(order.join('')).toBe('|a|b|c')
})
