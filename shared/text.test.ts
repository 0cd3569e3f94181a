import { expect, test } from 'vitest'
import { plainLine, plainLines } from './text.ts'

test('a line has one space between words, composed letters, and nothing that is invisible or reverses text', () => {
  expect(plainLine(' Ada\u202E \t\r\n Obi\u0000\u200B ')).toBe('Ada Obi')
  expect(plainLine('e\u0323\u0301')).toBe('\u1EB9\u0301')
  // A fraction and a square stay what they are.
  expect(plainLine('½ m²')).toBe('½ m²')
  expect(plainLine('half \uD83D of an emoji')).toBe('half of an emoji')
  // Joiners hold emoji together.
  expect(plainLine('👩\u200D🌾')).toBe('👩\u200D🌾')
})

test.each(['\u200D', '\u200C \uFE0F', '\u{E0041}\u{E007F}', ' \u0301\n\u200D '])(
  '%j shows nothing, so it is empty',
  (text) => {
    expect([plainLine(text), plainLines(text)]).toEqual(['', ''])
    expect([plainLine(`${text}❤️`), plainLines(`${text}1`)]).not.toContain('')
  },
)

test('marks do not pile up over other lines, also with what is invisible between them', () => {
  expect(plainLine(`x${'\u0302'.repeat(20)}y`)).toBe(`x${'\u0302'.repeat(4)}y`)
  expect(plainLines(`x${'\u0302\u0302\u0007'.repeat(10)}y`)).toBe(`x${'\u0302'.repeat(4)}y`)
  for (const clean of [plainLine, plainLines])
    for (const joiner of ['\u200C', '\u200D'])
      expect(clean(`x${`\u0302\u0302${joiner}`.repeat(10)}y`).replaceAll(joiner, '')).toBe(
        `x${'\u0302'.repeat(4)}y`,
      )
})

test('letters are composed, also where a control character stood between a letter and its mark', () => {
  expect(plainLines('e\u0007\u0301')).toBe('\u00E9')
})

test('a text keeps its line breaks and tabs, and no other control characters', () => {
  expect(plainLines(' one\r\ntwo\tthree\u0007\u0085\n\n')).toBe('one\ntwo\tthree')
})
