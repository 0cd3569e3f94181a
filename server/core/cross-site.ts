import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses an unsafe request that a browser sent from another site. Programs send neither header and may pass. */
export async function refuseCrossSite(request: FastifyRequest): Promise<void> {
  if (safe.has(request.method)) return
  const site = request.headers['sec-fetch-site']
  const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  if (isForeignOrigin(request.headers.origin, request.host) || foreignSite) {
    throw new AppError('CROSS_SITE_REQUEST', 'This request came from another site. Please use Oja itself.')
  }
}

/** Whether an Origin header names another host than the one asked; without the header it does not. */
export function isForeignOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)
}
