import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWritePriority } from './write-priority.ts'

const requestOf = (type: string) => ({ headers: { 'content-type': type } }) as FastifyRequest
const json = requestOf('application/json')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Starts a write that ends when told, and a page that waits for writes; `events` has what has ended. */
function start(type = json) {
  const priority = createWritePriority(25)
  const events: string[] = []
  const begin = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const result = priority.run(type, () => promise).finally(() => events.push(name))
    result.catch(() => {})
    return { resolve, reject }
  }
  const open = (name: string) => priority.idle().then(() => events.push(name))
  return { begin, open, events }
}
const settle = () => vi.advanceTimersByTimeAsync(0)

test('a page begins when the last write has ended, also by an error', async () => {
  const { begin, open, events } = start()
  const [first, second] = [begin('first'), begin('second')]
  open('page')
  first.resolve()
  await settle()
  expect(events).toEqual(['first'])
  second.reject(new Error('refused'))
  await settle()
  expect(events.toSorted()).toEqual(['first', 'page', 'second'])
})

test('without writes it does not wait, nor for longer than its limit beside one that takes long', async () => {
  const { begin, open, events } = start()
  open('at once')
  await settle()
  expect(events).toEqual(['at once'])
  begin('write')
  open('page')
  await vi.advanceTimersByTimeAsync(24)
  expect(events).toEqual(['at once'])
  await vi.advanceTimersByTimeAsync(1)
  expect(events).toEqual(['at once', 'page'])
})

test('an upload delays no page', async () => {
  const { begin, open, events } = start(requestOf('multipart/form-data; boundary=x'))
  begin('upload')
  open('page')
  await settle()
  expect(events).toEqual(['page'])
})
