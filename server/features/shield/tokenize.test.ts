import { expect, test } from 'vitest'
import { readMessage } from './tokenize.ts'

const read = (text: string) => readMessage(text).map(({ word }) => word)

test.each([
  ['Send the p4yment', ['send', 'the', 'payment']],
  ['your 0TP', ['your', 'otp']],
  ['p a y m e n t first', ['payment', 'first']],
  ['O.T.P now', ['otp', 'now']],
  ['ｐａｙ раy 𝐩𝐚𝐲', ['pay', 'pay', 'pay']],
  ['in\u200Bspec\u00ADtion', ['inspection']],
  ['pls tranfer b4 delivry', ['please', 'transfer', 'before', 'delivery']],
  ["don't", ['dont']],
  ['₦7,500 or 20k or fifteen thousand', ['<amount>', 'or', '<amount>', 'or', '<amount>']],
  ['zero eight zero zero, zero zero zero, one two three four', ['<phone>']],
  ['Samsung S24 128GB', ['samsung', 's24', '128gb']],
  ['open oja-pay.example/x', ['open', '<link>']],
  ['go to zentabank dot com slash verify', ['go', 'to', '<link>']],
  ['Pay first! Ok?', ['pay', 'first', '.', 'ok', '?']],
])('[SHIELD-TEXT] “%s” is read by what people see', (text, words) => {
  expect(read(text)).toEqual(words)
})

test('[SHIELD-TEXT] amounts have their Naira, links their address, and all tokens their place in the text', () => {
  const text = 'Ẹ send ₦1.5m to https://Oja-Pay.example/A'
  const tokens = readMessage(text)
  expect(tokens.map(({ start, end }) => text.slice(start, end))).toEqual([
    'Ẹ',
    'send',
    '₦1.5m',
    'to',
    'https://Oja-Pay.example/A',
  ])
  expect(tokens[2]?.amount).toBe(1_500_000)
  expect(tokens[4]?.link).toBe('oja-pay.example/a')
})

test('[SHIELD-TEXT] the beginning and the end of a long message are read', () => {
  const words = read(`otp ${'lorem '.repeat(600)} escrow`)
  expect([words[0], words.at(-1), words.length < 250]).toEqual(['otp', 'escrow', true])
})
