import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { isPassing } from '../db/failures.ts'
import type { Db } from '../db/pool.ts'
import type { Env } from '../env.ts'
import { readViewer, type Viewer } from './session/session.ts'

type Services = Pick<Context, 'db' | 'env' | 'replicas'>

/** Seconds that a browser tells what it wrote last: long after every replica in use has it (mostLag). */
const lifetime = 60
/** Wrote something, at a position that could not be asked for. */
const unknown = 'latest'

const nameOf = (env: Env) => (env.NODE_ENV === 'production' ? '__Host-oja_wrote' : 'oja_wrote')

const chosen = new WeakMap<FastifyRequest, Db>()

/** Where a request may read what is a moment old: at one place for the whole of a page, which has what its reader wrote. */
export function readSource({ db, env, replicas }: Services, request: FastifyRequest): Db {
  if (!replicas.areUsed) return db
  const known = chosen.get(request)
  if (known) return known
  const wrote = request.cookies[nameOf(env)]
  const after = wrote === undefined ? null : wrote === unknown ? Number.POSITIVE_INFINITY : Number(wrote)
  // What is no number was not said by Oja.
  const source = replicas.choose(after === null || after >= 0 ? after : null)
  chosen.set(request, source)
  return source
}

/**
 * Who makes a read. From the primary, which knows at once who was logged out or banned; while it is away, from a replica that
 * has what its reader wrote.
 */
export async function readReader(services: Services, request: FastifyRequest): Promise<Viewer | null> {
  const { db, env, replicas } = services
  const ofReplica = () => {
    const source = readSource(services, request)
    return source === db ? null : readViewer(source, env, request, true)
  }
  if (replicas.isPrimaryAway()) {
    const reading = ofReplica()
    if (reading) return reading
  }
  try {
    return await readViewer(db, env, request)
  } catch (error) {
    const reading = isPassing(error) ? ofReplica() : null
    if (!reading) throw error
    return reading
  }
}

/** After a write, so that whoever wrote reads it wherever they are sent next. */
export async function noteWrite({ env, replicas }: Services, reply: FastifyReply): Promise<void> {
  if (!replicas.areUsed) return
  const position = await replicas.position().then(String, () => unknown)
  reply.setCookie(nameOf(env), position, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: env.NODE_ENV === 'production',
    maxAge: lifetime,
  })
}
