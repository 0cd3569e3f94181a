import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Env } from '#server/env.ts'
import { isPublicAddress, isThisMachine } from '#server/lib/ip-addresses.ts'

/** TEST_HOOKS, which production refuses, lets a receiver on this machine stand for a push service. */
type Settings = Pick<Env, 'TEST_HOOKS'>

/**
 * Whether a browser's address may be called: the address is the caller's choice, and the server calls it. HTTPS at its usual port, and no
 * address inside the network; names are looked up when it is called (`lookUpPublic`).
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
 * Looks a name up and refuses it if any of its addresses is inside the network. The connection uses the same answer, so that a name
 * cannot change between the check and the call.
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
