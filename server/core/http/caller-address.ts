import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { Env } from '../../env.ts'

/** Reads the caller's IP address of a request that Fastify does not see, as Fastify's `request.ip` has it: by TRUST_PROXY. */
export function callerAddress({
  TRUST_PROXY,
}: Pick<Env, 'TRUST_PROXY'>): (request: IncomingMessage) => string {
  const proxies = (TRUST_PROXY ?? '').split(',').map((entry) => entry.trim())
  const trust = proxyAddress.compile(proxies.filter(Boolean))
  return (request) => String(proxyAddress(request, trust))
}
