import { expect, test } from 'vitest'
import { Phrases } from './phrases.ts'

const lexicon = { pay: 'send pay transfer' }
function found(phrase: string, text: string) {
  const places: [number, number][] = []
  new Phrases([['x', phrase]], lexicon).find(
    text.split(' '),
    () => true,
    (_, from, to) => places.unshift([from, to]),
  )
  return places
}

test.each([
  ['send|pay first', 'please pay first', [[1, 2]]],
  ['send|pay first', 'pay me first', []],
  ['@pay ..2 before', 'you transfer the money before i come', [[1, 4]]],
  ['@pay ..2 before', 'pay all of it before', []],
  ['escrow* ..1 fee', 'our escrowing fee', [[1, 2]]],
  // The first "b" leads nowhere, the second does.
  ['a ..3 b ..1 c', 'a b x x b c', [[0, 5]]],
  [
    'pay ..1 pay',
    'pay pay pay',
    [
      [0, 1],
      [1, 2],
    ],
  ],
])('[SHIELD-PHRASES] “%s” in “%s”', (phrase, text, places) => {
  expect(found(phrase, text)).toEqual(places)
})

test('[SHIELD-PHRASES] an unknown class and a phrase that is too long are refused', () => {
  expect(() => new Phrases([['x', '@nobody']], lexicon)).toThrow('@nobody')
  expect(() => new Phrases([['x', 'a ..50 b']], lexicon)).toThrow('a ..50 b')
})
