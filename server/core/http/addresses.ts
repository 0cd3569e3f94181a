import { BlockList, isIP } from 'node:net'

/** The names that proxies are commonly trusted by. */
const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * A test whether an IP address is one of `list`: addresses, networks (10.0.0.0/8), and the names loopback, linklocal,
 * uniquelocal, with commas between. An entry that is none of these matches nothing.
 */
export function addressMatcher(list: string): (address: string | undefined) => boolean {
  const known = new BlockList()
  for (const entry of list.split(',').flatMap((part) => named[part.trim()] ?? [part.trim()])) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (isIP(address) === 0) continue
    if (bits === undefined) known.addAddress(address, family)
    else known.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    if (!address) return false
    // A server that listens on IPv6 sees callers over IPv4 as ::ffff:10.0.0.1.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    const family = isIP(plain)
    return family !== 0 && known.check(plain, family === 6 ? 'ipv6' : 'ipv4')
  }
}

/** Addresses of this machine and of private networks. */
export const isPrivateAddress = addressMatcher('loopback,linklocal,uniquelocal')
