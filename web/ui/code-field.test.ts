import { expect, test } from 'vitest'
import { appCodeIn } from './code-field.tsx'

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['Your code for Oja: 123-456.', '123456'],
  ['12345', null],
  ['1234567', null],
  ['', null],
])('the code in %j is %j', (typed, code) => {
  expect(appCodeIn(typed)).toBe(code)
})
