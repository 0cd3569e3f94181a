import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

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
