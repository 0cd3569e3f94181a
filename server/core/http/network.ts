import { normalizeIP } from '@fastify/rate-limit'

/** Bits of an IPv6 address that its provider assigns; the holder chooses the other 64 for each connection. */
const subnet = 64

/**
 * The network that limits count a caller by: an IPv4 address (also where it is written as IPv6), or the /64 of an IPv6 address in
 * its canonical form, such as `2001:db8:1:2::`. What is no IP address counts as it is written.
 */
export function networkOf(ip: string): string {
  return normalizeIP(ip, subnet)
}

/**
 * Whether a network may be a mobile carrier's NAT with thousands of phones behind it: any IPv4 address. An IPv6 /64 is one phone,
 * household or office.
 */
export function mayBeShared(network: string): boolean {
  return !network.includes(':')
}
