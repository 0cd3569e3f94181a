import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { AppError } from '#shared/errors.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses an unsafe request that a browser sent from another site. Programs send neither header and may pass. */
export function refuseCrossSite(
  request: FastifyRequest,
  _: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  done(isCrossSite(request) ? new AppError('CROSS_SITE_REQUEST', sentence) : undefined)
}

const sentence = 'This request came from another site. Please use Oja itself.'

function isCrossSite({ method, headers, host }: FastifyRequest): boolean {
  if (safe.has(method)) return false
  const site = headers['sec-fetch-site']
  const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  return foreignSite || isForeignOrigin(headers.origin, host)
}

/** Whether an Origin header names another host than the one asked; without the header it does not. */
export function isForeignOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)
}
