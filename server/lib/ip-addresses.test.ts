import { expect, test } from 'vitest'
import {
  addressMatcher,
  isAddressList,
  isPrivateAddress,
  isPublicAddress,
  mayBeShared,
  networkOf,
} from './ip-addresses.ts'

test('addresses, networks and names match, also IPv4 written as IPv6; invalid addresses match nothing', () => {
  const matches = addressMatcher('203.0.113.7, 198.51.100.0/24,2001:db8::/32, loopback')
  for (const address of ['203.0.113.7', '::ffff:198.51.100.9', '2001:db8::1', '127.0.0.3', '::1'])
    expect(matches(address), address).toBe(true)
  for (const address of ['203.0.113.8', '198.51.101.1', '2001:db9::1', 'unix', '', undefined])
    expect(matches(address), address).toBe(false)
  expect(addressMatcher('')('127.0.0.1')).toBe(false)
  for (const address of ['10.1.2.3', '172.31.0.1', '192.168.0.9', '169.254.1.1', 'fe80::1', 'fd00::1'])
    expect(isPrivateAddress(address), address).toBe(true)
  expect(isPrivateAddress('172.32.0.1')).toBe(false)
})

test('[PUSH-SSRF] an address is public only if the internet has it', () => {
  for (const address of ['1.1.1.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'])
    expect(isPublicAddress(address), address).toBe(true)
  const inner = [
    '127.0.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '100.64.0.1',
  ]
  const reserved = ['198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '192.0.2.1', '203.0.113.9']
  const six = [
    '::',
    '::1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:0:1::1',
    '2001:db8::1',
  ]
  const mapped = ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:1.1.1.1', '::127.0.0.1']
  for (const address of [...inner, ...reserved, ...six, ...mapped, 'localhost', ''])
    expect(isPublicAddress(address), address).toBe(false)
})

test('a valid list of addresses is recognised', () => {
  for (const list of ['127.0.0.1', '10.0.0.0/8, ::1', 'loopback,fc00::/7'])
    expect(isAddressList(list), list).toBe(true)
  for (const list of [
    '10',
    '10.1',
    'true',
    '1',
    '10.0.0.0/33',
    '127.0.0.1,',
    'localhost',
    '10.0.0.0/8/8',
    '::1/129',
  ])
    expect(isAddressList(list), list).toBe(false)
})

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
  [undefined, ''],
])('[LIMIT-NETWORK] %s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test('[LIMIT-NETWORK] thousands of phones may share an IPv4 address, one household an IPv6 /64', () => {
  expect(mayBeShared(networkOf('::ffff:203.0.113.7'))).toBe(true)
  expect(mayBeShared(networkOf('2001:db8::6'))).toBe(false)
})
