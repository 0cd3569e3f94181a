import { expect, test } from 'vitest'
import { judgeConversation } from './judge.ts'
import type { Side } from './signals.ts'

const listing = { title: 'Samsung TV 43"', category: 'Electronics', priceNaira: 185_000 }

function judge(suspect: Side, lines: string[], more = {}) {
  const messages = lines.map((line) => ({
    from: line.startsWith('b:') ? ('buyer' as const) : ('seller' as const),
    text: line.slice(3),
  }))
  return judgeConversation({ listing, messages }, suspect, more)
}

const code = [
  'b: Hello, is it available?',
  's: Yes',
  'b: I sent a 6 digit code to your phone, send me the OTP to confirm you are real',
]

test('[SHIELD-JUDGE] a request for a code warns, and names the kind and the words that were seen', () => {
  const judgement = judge('buyer', code)
  expect(judgement).toMatchObject({ warn: true, kind: 'asks-for-code' })
  expect(judgement.reasons[0]?.message).toBe(2)
  expect(judgement.reasons.map(({ words }) => words).join(' ')).toContain('OTP')
})

test('[SHIELD-JUDGE] a trick in spaced letters, look-alikes and digits warns too', () => {
  expect(
    judge('buyer', [
      ...code.slice(0, 2),
      'b: I sent a c0de to y0ur phone, send me the O T P to c0nfirm you are real',
    ]).warn,
  ).toBe(true)
})

test.each([
  [
    'a warning of tricks',
    'seller',
    ['b: Is it available?', 's: Yes. No fake alert o, I no dey release goods before I see money for my app'],
  ],
  [
    'payment at the door',
    'buyer',
    ['b: Can you bring it to Yaba? I will pay when I see it at my gate', 's: Yes'],
  ],
  [
    'a code that nobody should share',
    'seller',
    [
      'b: Somebody asked me for OTP',
      's: Never share your OTP with anybody. Come to my shop and check the TV',
    ],
  ],
] as const)('[SHIELD-JUDGE] %s does not warn', (_, suspect, lines) => {
  expect(judge(suspect, [...lines]).warn).toBe(false)
})

test('[SHIELD-JUDGE] an account with a history is suspected less', () => {
  const known = { account: { ageDays: 900, verified: true, dealPartners: 25 } }
  expect(judge('buyer', code, known).probability).toBeLessThan(judge('buyer', code).probability)
})

test('[SHIELD-JUDGE] a link to Oja itself is no signal', () => {
  const lines = ['b: Which one?', 's: This one, see https://oja.example/listings/12']
  expect(judge('seller', lines).reasons).toEqual([])
  expect(judge('seller', lines, { ownHost: 'other.example' }).reasons).not.toEqual([])
})

test('[SHIELD-LINK] a host in the form for computers is read by its letters', () => {
  const reasons = judge('seller', ['b: Which one?', 's: This one, see https://xn--ja-emc.com/a']).reasons
  expect(reasons.map(({ reason }) => reason)).toContain('hold a link that imitates Oja, a bank or a courier')
})

test('[SHIELD-JUDGE] words that are too long to be shown are not cut within an emoji', () => {
  // The 90th character is the second half of the emoji.
  const link = `https://xn--ja-emc.com/${'a'.repeat(65)}😀${'a'.repeat(20)}`
  const [shown = ''] = judge('seller', ['b: Which one?', `s: This one, see ${link}`]).reasons.map(
    ({ words }) => words,
  )
  expect(shown).toBe(`${link.slice(0, 88)}…`)
})

test('[SHIELD-JUDGE] a conversation without a word of the suspect is harmless', () => {
  expect(judge('seller', ['b: Hello']).warn).toBe(false)
})
