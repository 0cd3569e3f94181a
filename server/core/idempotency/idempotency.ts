import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { Claim } from '../../db/claim.ts'
import type { Tx } from '../../db/pool.ts'
import type { Viewer } from '../session/session.ts'
import { claimKey, type NamedWrite, readKey, releaseKey, saveResult } from './idempotency.db.ts'

/** As the IETF's draft has the header, with or without the quotes of a structured field. */
const form = /^"?([\w.:+/=-]{8,128})"?$/

/**
 * Has the first transaction of a request that names its write (Idempotency-Key) be done once: name, writes and result are
 * committed together. Under the same name again it is not done, and resolves with that result. Undefined where a request names
 * none. Throws BAD_REQUEST for a name that is none; the transaction throws CONFLICT where the name is of another request.
 */
export function claimOf(request: FastifyRequest, viewer: Viewer | null): Claim | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined || !viewer) return undefined
  const [, key] = form.exec(String(header)) ?? []
  if (!key) throw new AppError('BAD_REQUEST', 'Idempotency-Key takes 8 to 128 letters and digits.')
  const asked = `${request.method} ${request.url} ${JSON.stringify(request.body ?? null)}`
  return once({ userId: viewer.id, key, request: createHash('sha256').update(asked).digest() })
}

function once(write: NamedWrite): Claim {
  let isKept = false
  return {
    async run<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
      if (isKept) return work(tx)
      if (!(await claimKey(tx, write))) {
        const { request, result } = await readKey(tx, write)
        if (request.equals(write.request)) return deserialize(result) as T
        throw new AppError('CONFLICT', 'This Idempotency-Key was used for another request. Use a new one.')
      }
      const done = await work(tx)
      // A refusal that is committed with what it counted: asked again it may go well.
      if (done instanceof Error) await releaseKey(tx, write)
      else await saveResult(tx, write, serialize(done))
      return done
    },
    keep() {
      isKept = true
    },
  }
}
