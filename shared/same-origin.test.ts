import fc from 'fast-check'
import { expect, test } from 'vitest'
import { absoluteUrl, sameOriginPath } from './same-origin.ts'

const origins = [
  'https://oja.example',
  'http://localhost:3000',
  'https://oja.example:8443',
  'http://[::1]:3000',
]

/** Fragments that URL parsers treat differently, in any order, and whole addresses. */
const piece = fc.constantFrom(
  ...[
    '/',
    '//',
    '\\',
    '/\\',
    '\\/',
    '.',
    '..',
    '/./',
    '/../',
    '@',
    ':',
    '?',
    '#',
    '%2f',
    '%5c',
    '%09',
    '\t',
    '\n',
    '\r',
    ' ',
  ],
  ...[
    'http:',
    'https:',
    'HTTPS://',
    'https:/',
    'ftp://',
    'javascript:',
    'data:',
    'blob:https://oja.example/',
    'file:///',
  ],
  ...[
    'oja.example',
    'OJA.EXAMPLE',
    'oja.example.',
    'oja。example',
    'localhost',
    ':3000',
    ':443',
    ':8443',
    '[::1]',
    '127.1',
    '0x7f.1',
  ],
  ...[
    'evil.example',
    '@evil.example',
    'evil.example\\@oja.example',
    'user:password@',
    'listings/3',
    '?a=1',
    '#x',
    '\u0000',
    '\u200b',
    'ọ',
  ],
)
const address = fc.oneof(
  fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join('')),
  fc
    .tuple(
      fc.constantFrom(...origins, ...origins.map((origin) => origin.toUpperCase())),
      fc.array(piece, { maxLength: 5 }),
    )
    .map(([origin, rest]) => origin + rest.join('')),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.string({ unit: 'binary', maxLength: 30 }),
)

test('[OWN-ADDRESS] an address accepted as own leads to this site in the URL parser of browsers, from every page', () => {
  fc.assert(
    fc.property(address, fc.constantFrom(...origins), (given, origin) => {
      const path = sameOriginPath(given, origin)
      if (path === null) return
      expect(new URL(given, origin).host).toBe(new URL(origin).host)
      for (const base of [origin, `${origin}/listings/3?a=1`, `${origin}//evil.example/x/`]) {
        expect(new URL(path, base).origin).toBe(new URL(origin).origin)
        expect(new URL(path, base).username).toBe('')
      }
      expect(path).toMatch(/^\/(?![/\\])/)
      // Idempotent: the browser resolves the path as it was resolved here.
      expect(sameOriginPath(path, origin)).toBe(path)
      expect(absoluteUrl(given, origin)).toBe(origin + path)
    }),
    { numRuns: 5000, seed: 14 },
  )
})

test('[OWN-ADDRESS] an address on this host is accepted, and no other', () => {
  fc.assert(
    fc.property(address, fc.constantFrom(...origins), (given, origin) => {
      const url = URL.canParse(given, origin) ? new URL(given, origin) : null
      const isOurs =
        url !== null &&
        ['http:', 'https:'].includes(url.protocol) &&
        url.host === new URL(origin).host &&
        url.username + url.password === ''
      expect(sameOriginPath(given, origin) !== null).toBe(isOurs)
      if (!isOurs) expect(absoluteUrl(given, origin)).toBe(given)
    }),
    { numRuns: 5000, seed: 14 },
  )
})

test.each([
  ['https://oja.example//evil.example', '/evil.example'],
  ['https://oja.example/\\evil.example', '/evil.example'],
  ['/.//evil.example', '/evil.example'],
  ['https://oja.example\\\\evil.example/a?b#c', '/evil.example/a?b#c'],
  ['http://OJA.example', '/'],
  ['/%2F/evil.example', '/%2F/evil.example'],
  ['//evil.example', null],
  ['ftp://oja.example/', null],
  ['/\\evil.example', null],
  ['/\t/evil.example', null],
  ['https://oja.example@evil.example/', null],
  ['https://name@oja.example/', null],
  ['https://:word@oja.example/', null],
  ['https://oja.example.evil.example/', null],
  ['blob:https://oja.example/1', null],
  ['javascript:alert(1)', null],
])('[OWN-ADDRESS] %j → %j', (given, expected) => {
  expect(sameOriginPath(given, 'https://oja.example')).toBe(expected)
})
