import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import { normalizeIP } from '@fastify/rate-limit'

/**
 * Returns a test for IP addresses in `list`: addresses, networks (10.0.0.0/8), and the names loopback, linklocal,
 * uniquelocal, separated by commas. An IPv4 address also matches in its IPv6 form (::ffff:10.0.0.1). Throws TypeError
 * if an entry is none of these.
 */
export function addressMatcher(list: string): (address: string | undefined) => boolean {
  const entries = list.split(',').map((entry) => entry.trim())
  const isAddress = proxyAddress.compile(entries.filter(Boolean))
  return (address) => Boolean(address && isAddress(address, 0))
}

/** Whether `addressMatcher` accepts a list; empty entries between commas are refused. */
export function isAddressList(list: string): boolean {
  try {
    addressMatcher(list)
  } catch {
    return false
  }
  // ipaddr.js would also read `10` or `10.1` as an address.
  const names = ['loopback', 'linklocal', 'uniquelocal']
  return list
    .split(',')
    .every((entry) => names.includes(entry.trim()) || isIP(entry.trim().replace(/\/.*/, '')) > 0)
}

/** Addresses of this machine and of private networks. */
export const isPrivateAddress = addressMatcher('loopback,linklocal,uniquelocal')

/** Ranges of IPv4 that nobody on the internet has: this host, carriers' NAT, protocols, documentation, tests, multicast, reserved. */
const nonPublicIPv4 = addressMatcher(
  '0.0.0.0/8,100.64.0.0/10,192.0.0.0/24,192.0.2.0/24,192.88.99.0/24,198.18.0.0/15,198.51.100.0/24,203.0.113.0/24,224.0.0.0/3',
)
/** IPv6 global unicast. */
const globalIPv6 = addressMatcher('2000::/3')
/** Ranges within it that are tunnels to IPv4 (Teredo, 6to4) or documentation. */
const nonPublicIPv6 = addressMatcher('2001::/23,2001:db8::/32,2002::/16,3fff::/20')

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || isPrivateAddress(address) || nonPublicIPv4(address)) return false
  return !address.includes(':') || (globalIPv6(address) && !nonPublicIPv6(address))
}

/** Bits of an IPv6 address that its provider assigns; the holder chooses the other 64 for each connection. */
const subnetBits = 64

/**
 * The network that limits count a caller by: an IPv4 address (also where it is written as IPv6), or the /64 of an IPv6 address in
 * its canonical form, such as `2001:db8:1:2::`. Anything else is returned unchanged. Empty without an address: Node knows none of a
 * connection that ended before its request was read.
 */
export function networkOf(ip: string | undefined): string {
  return ip === undefined ? '' : normalizeIP(ip, subnetBits)
}

/**
 * Whether a network may be a mobile carrier's NAT with thousands of phones behind it: any IPv4 address. An IPv6 /64 is one phone,
 * household or office.
 */
export function mayBeShared(network: string): boolean {
  return !network.includes(':')
}

/** Returns the function that reads the caller's IP address of a raw request as Fastify's `request.ip` does, by TRUST_PROXY. */
export function callerAddress({
  TRUST_PROXY,
}: {
  TRUST_PROXY?: string | undefined
}): (request: IncomingMessage) => string {
  const trust = addressMatcher(TRUST_PROXY ?? '')
  return (request) => String(proxyAddress(request, trust))
}

/** Whether the host of a URL is this machine, so that traffic to it needs no encryption. */
export function isThisMachine(host: string): boolean {
  return host === '' || host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
}
