import type { FastifyInstance } from 'fastify'
import { contract } from '#shared/contract/index.ts'
import { type Endpoint, safeMethods } from '#shared/endpoint.ts'
import { AppError } from '#shared/errors.ts'
import type { DiskWatch } from './disk-watch.ts'

/** Seconds. */
const retryAfter = 60

/**
 * Refuses writes (503, Retry-After) before their body is read, while the disk has no space for them: a
 * PostgreSQL that cannot write its log stops, and reads stop with it. The contract states what an endpoint
 * needs (`Endpoint.diskSpace`).
 */
export function refuseWritesWhenFull(app: FastifyInstance, disk: DiskWatch): void {
  app.addHook('onRequest', (request, _, done) => {
    if (safeMethods.has(request.method)) return done()
    const { endpoint } = request.routeOptions.config
    const declared: Partial<Endpoint> = endpoint ? contract[endpoint] : {}
    if (!disk.hasSpaceFor(declared.diskSpace ?? 'normal')) throw diskIsFull()
    done()
  })
}

export function diskIsFull(): AppError {
  return new AppError(
    'UNAVAILABLE',
    'Oja has no room to save anything right now. Nothing was changed; please try again later.',
    { retryAfter },
  )
}
