import { expect, test } from 'vitest'
import { readableHost } from './punycode.ts'

test.each([
  'оја.com',
  'www.zеnithbank.example',
  'bücher.example',
  '例え.テスト',
  '😀.example',
  'ọjà-ọba.example',
])('[SHIELD-LINK] %s is read from its form for computers', (host) => {
  const { hostname } = new URL(`https://${host}`)
  expect(readableHost(hostname)).toBe(host.normalize('NFC'))
  // Not every link was read by a browser before.
  expect(readableHost(hostname.toUpperCase()).toLowerCase()).toBe(host.normalize('NFC'))
})

test.each([
  'xn--.example',
  'xn--!.example',
  'xn--99999999.example',
  // Beyond the last character of Unicode.
  'xn--sb05t.example',
  `xn--${'a'.repeat(70)}.example`,
  'oja.example',
])('[SHIELD-LINK] %s stays as it is', (host) => {
  expect(readableHost(host)).toBe(host)
})
