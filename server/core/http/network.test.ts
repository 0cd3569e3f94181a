import { expect, test } from 'vitest'
import { mayBeShared, networkOf } from './network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:DB8:1:02::6', '2001:db8:1:2::'],
  ['2001:db8:1:2:ffff:ffff:203.0.113.7', '2001:db8:1:2::'],
  ['2001:db8::6', '2001:db8::'],
  ['fe80::1%eth0', 'fe80::'],
  ['::1', '::'],
  ['unknown', 'unknown'],
])('[LIMIT-NETWORK] %s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test('[LIMIT-NETWORK] thousands of phones may share an IPv4 address, one household an IPv6 /64', () => {
  expect(mayBeShared(networkOf('::ffff:203.0.113.7'))).toBe(true)
  expect(mayBeShared(networkOf('2001:db8::6'))).toBe(false)
})
