import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { IdempotencyGuard } from '../../db/idempotency-guard.ts'
import type { Tx } from '../../db/pool.ts'
import type { Viewer } from '../session/session.ts'
import { claimKey, type NamedWrite, readKey, releaseKey, saveResult } from './idempotency.db.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON of the body as it was sent; null without one. */
    bodyText: string | null
  }
}

/** The header of the IETF draft, with or without the quotes of a structured field. */
const form = /^"?([\w.:+/=-]{8,128})"?$/

/**
 * Makes the first transaction of a request with an `Idempotency-Key` run once: key, writes and result are
 * committed together. A repeat with the same key does not run and resolves with the stored result. Returns
 * undefined for a request without a key. Throws BAD_REQUEST for a malformed key, and UNAUTHENTICATED if the request
 * waited on a device and somebody else has signed in there; the transaction throws CONFLICT if the key belongs to
 * another request.
 */
export function idempotencyOf(request: FastifyRequest, viewer: Viewer | null): IdempotencyGuard | undefined {
  if (!viewer) return undefined
  const writer = request.headers['x-oja-user'] ?? viewer.id
  if (String(writer) !== String(viewer.id))
    throw new AppError('UNAUTHENTICATED', 'Please log in as the one who wrote this.')
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  const [, key] = form.exec(String(header)) ?? []
  if (!key) throw new AppError('BAD_REQUEST', 'Idempotency-Key takes 8 to 128 letters and digits.')
  const fingerprintInput = `${request.method} ${request.url} ${request.bodyText}`
  return once({ userId: viewer.id, key, fingerprint: createHash('sha256').update(fingerprintInput).digest() })
}

function once(write: NamedWrite): IdempotencyGuard {
  let isCommitted = false
  return {
    isPending: () => !isCommitted,
    async run<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
      if (isCommitted) return work(tx)
      if (!(await claimKey(tx, write))) {
        const { fingerprint, result } = await readKey(tx, write)
        if (fingerprint.equals(write.fingerprint)) return deserialize(result) as T
        throw new AppError('CONFLICT', 'This Idempotency-Key was used for another request. Use a new one.')
      }
      const done = await work(tx)
      // A refusal is committed with its counters, but not stored: a repeat may succeed.
      if (done instanceof Error) await releaseKey(tx, write)
      else await saveResult(tx, write, serialize(done))
      return done
    },
    markCommitted() {
      isCommitted = true
    },
  }
}
