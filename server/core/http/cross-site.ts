import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { safeMethods } from '#shared/endpoint.ts'
import { AppError } from '#shared/errors.ts'
import type { Env } from '../../env.ts'

/**
 * Refuses an unsafe request that a browser sent from another site, another subdomain included. Programs other than
 * browsers send neither Sec-Fetch-Site nor Origin, and pass.
 */
export function refuseCrossSite({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>): onRequestHookHandler {
  const publicHost = PUBLIC_URL && new URL(PUBLIC_URL).host
  return (request, _, done) =>
    done(isCrossSite(request, publicHost) ? new AppError('CROSS_SITE_REQUEST', refusal) : undefined)
}

const refusal = 'This request came from another site. Please use Oja itself.'

/** `publicHost` is the name that people see; a proxy may forward requests under another one. */
function isCrossSite({ method, headers, host }: FastifyRequest, publicHost: string | undefined): boolean {
  if (safeMethods.has(method)) return false
  const site = headers['sec-fetch-site']
  const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  return foreignSite || (isForeignOrigin(headers.origin, host) && isForeignOrigin(headers.origin, publicHost))
}

/** Whether an Origin header names another host than the request's; false without the header. */
export function isForeignOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)
}
