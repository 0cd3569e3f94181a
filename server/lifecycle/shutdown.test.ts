import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createShutdown, listenForSignals } from './shutdown.ts'

const limitMs = 10_000
const lines: string[] = []
const report = (line: string) => void lines.push(line)
/** Exit codes, in order. */
let exits: unknown[]
const listeners = () => [...process.listeners('SIGTERM'), ...process.listeners('SIGINT')]
let before: ReturnType<typeof listeners>

beforeEach(() => {
  lines.length = 0
  exits = []
  before = listeners()
  vi.useFakeTimers()
  vi.spyOn(process, 'exit').mockImplementation((code) => void exits.push(code) as never)
})
afterEach(() => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    for (const listener of process.listeners(signal))
      if (!before.includes(listener)) process.off(signal, listener)
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('[START-TERM] the steps of an end run in reverse order; one that fails is reported, and the others run all the same', async () => {
  const closing = createShutdown(limitMs, report)
  const steps: string[] = []
  closing.add(async () => steps.push('database'))
  closing.add(async () => {
    throw new Error('the jobs do not end')
  })
  closing.add(async () => steps.push('requests'))
  await closing.end(0)
  expect([steps, lines, exits]).toEqual([
    ['requests', 'database'],
    ['While stopping: the jobs do not end'],
    [1],
  ])
})

test('[START-TERM] what does not end within the limit is left: the process ends', async () => {
  const closing = createShutdown(limitMs, report)
  closing.add(() => new Promise(() => {}))
  closing.started()
  closing.requestStop()
  await vi.advanceTimersByTimeAsync(limitMs - 1)
  expect(exits).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(exits).toEqual([1])
})

test('[START-TERM] one Ctrl-C, which arrives twice, is one request to stop; another one ends the process at once', async () => {
  const closing = listenForSignals(limitMs, report)
  closing.add(() => new Promise(() => {}))
  closing.started()
  process.emit('SIGINT')
  process.emit('SIGINT')
  await vi.advanceTimersByTimeAsync(1000)
  expect([lines.length, exits]).toEqual([1, []])
  process.emit('SIGTERM')
  expect(exits).toEqual([1])
})
