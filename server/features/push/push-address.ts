import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Env } from '#server/env.ts'
import { isPublicAddress, isThisMachine } from '#server/lib/ip-addresses.ts'

/** TEST_HOOKS, which production refuses, allows a push service on this machine. */
type Settings = Pick<Env, 'TEST_HOOKS'>

/**
 * Whether the server may call this address, which a user chose (SSRF): HTTPS at port 443, and no address inside the network. Names are
 * resolved at the call (`lookUpPublic`).
 */
export function isPushAddress(endpoint: string, { TEST_HOOKS }: Settings): boolean {
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (username || password) return false
  if (TEST_HOOKS && isThisMachine(hostname)) return true
  const name = hostname.replace(/^\[|\]$/g, '')
  const isReachable = isIP(name) > 0 ? isPublicAddress(name) : name.includes('.')
  return protocol === 'https:' && port === '' && isReachable
}

/**
 * Resolves a name and refuses it if any of its addresses is inside the network. The connection uses the same result, so DNS rebinding has
 * no effect.
 */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const refused = addresses?.find(({ address }) => !isPublicAddress(address))
    const [first] = addresses ?? []
    if (error || refused || !first)
      callback(error ?? new Error(`${hostname} leads to ${refused?.address ?? 'no address'}`), '', 4)
    else if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}
