import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isPrivateAddress } from '#server/lib/ip-addresses.ts'
import type { Env } from '../../env.ts'

type Settings = Pick<Env, 'PUBLIC_URL' | 'PORT'>

/**
 * The origin of links in mails, such as https://oja.example. It never comes from a request, since the caller
 * chooses the `Host` header.
 */
export function siteOrigin({ PUBLIC_URL, PORT }: Settings): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`
}

/**
 * The origin of absolute links in a response: PUBLIC_URL. Without PUBLIC_URL (a laptop) it is the requested
 * host, if that names this machine or one on a private network; any other `Host` is chosen by the caller and
 * is ignored.
 */
export function originOf(env: Settings, request: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  return !env.PUBLIC_URL && isPrivateHost(request.host)
    ? new URL(`${request.protocol}://${request.host}`).origin
    : siteOrigin(env)
}

/** Domains that do not exist on the internet: RFC 6761, 6762, 8375; `internal` by ICANN. */
const privateDomain = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/

/** Whether a Host header, with or without a port, names a machine off the public internet. */
export function isPrivateHost(host: string | undefined): boolean {
  const url = `http://${host}`
  if (!host || !/^[\w.:[\]-]+$/.test(host) || !URL.canParse(url)) return false
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (isIP(name)) return isPrivateAddress(name)
  return !name.includes('.') || privateDomain.test(name)
}
