import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Env } from '../../env.ts'
import { isPrivateAddress } from './addresses.ts'

type Settings = Pick<Env, 'PUBLIC_URL' | 'PORT'>

/** What links in mails begin with, such as https://oja.example. No request decides it: whoever asks chooses the `Host`. */
export function siteOrigin({ PUBLIC_URL, PORT }: Settings): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`
}

/**
 * What absolute links of an answer begin with: PUBLIC_URL. Without it Oja is on a laptop, and the asked host counts where it
 * names this machine or one on a private network; any other is a name that a stranger chose.
 */
export function originOf(
  env: Settings,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string {
  return !env.PUBLIC_URL && isPrivateHost(host) ? `${protocol}://${host}` : siteOrigin(env)
}

/** Domains that are no one's on the internet: RFC 6761, 6762, 8375; `internal` by ICANN. */
const privateDomain = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/

/** Whether a Host header, with or without a port, names a machine that is not on the internet. */
export function isPrivateHost(host: string | undefined): boolean {
  const url = `http://${host}`
  if (!host || !/^[\w.:[\]-]+$/.test(host) || !URL.canParse(url)) return false
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (isIP(name)) return isPrivateAddress(name)
  return !name.includes('.') || privateDomain.test(name)
}
