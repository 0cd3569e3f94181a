import { expect, test } from 'vitest'
import type { Toast } from './toast.ts'
import { addToast, dropToast, emptyQueue, type ToastQueue } from './toast-queue.ts'

const success = (title: string): Toast => ({ title })
const failure = (title: string): Toast => ({ title, tone: 'failure' })

function afterAll(...toasts: Toast[]): ToastQueue {
  return toasts.reduce((queue, toast, id) => addToast(queue, { ...toast, id }), emptyQueue)
}

const titles = (queue: ToastQueue) => [queue.shown?.title, ...queue.waiting.map((toast) => toast.title)]

test('[TOAST-ONE] a newer toast takes the place of a success at once', () => {
  expect(titles(afterAll(success('a'), success('b')))).toEqual(['b'])
  expect(titles(afterAll(success('a'), failure('b')))).toEqual(['b'])
})

test('[TOAST-ONE] a failure keeps its time and the next waits', () => {
  const queue = afterAll(failure('a'), success('b'))
  expect(titles(queue)).toEqual(['a', 'b'])
  expect(titles(dropToast(queue, 0))).toEqual(['b'])
})

test('among those that wait, a success gives way too and failures keep their order', () => {
  expect(titles(afterAll(failure('a'), success('b'), success('c'), failure('d'), failure('e')))).toEqual([
    'a',
    'd',
    'e',
  ])
})

test('a failure that is said again is not queued a second time', () => {
  const queue = afterAll(failure('a'), failure('a'), failure('a'))
  expect(titles(queue)).toEqual(['a'])
  expect(queue.shown?.id).toBe(2)
})

test('the end of a toast that is no longer shown changes nothing', () => {
  const queue = afterAll(success('a'), failure('b'), success('c'))
  expect(dropToast(queue, 0)).toBe(queue)
  expect(titles(dropToast(dropToast(queue, 1), 2))).toEqual([undefined])
})
