import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test('bytes are told in the largest unit, below ten with one decimal', () => {
  expect([999, 1536, 10 * 2 ** 20, 812.4 * 2 ** 20, 1.5 * 2 ** 30].map(formatBytes)).toEqual([
    '999 bytes',
    '1.5 KB',
    '10 MB',
    '812 MB',
    '1.5 GB',
  ])
})
