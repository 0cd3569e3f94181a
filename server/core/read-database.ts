import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { isConnectionLost, isTransient } from '../db/failures.ts'
import type { Db } from '../db/pool.ts'
import type { Env } from '../env.ts'
import { withoutReconnecting } from '../lib/request-context.ts'
import { readViewer, type Viewer } from './session/session.ts'

type Services = Pick<Context, 'db' | 'disk' | 'env' | 'replicas'>

/**
 * Seconds that a browser sends the position of its last write: much longer than a replica in use may lag
 * (maxLag).
 */
const lifetime = 60
/** The write's position could not be read: only the primary is known to have it. */
const positionUnknown = 'latest'

const nameOf = (env: Env) => (env.NODE_ENV === 'production' ? '__Host-oja_wrote' : 'oja_wrote')

const chosen = new WeakMap<FastifyRequest, Db>()

/**
 * The database for reads that may be slightly stale. All reads of a page use the same one, and it contains
 * the caller's own writes.
 */
function chooseReadDatabase({ db, env, replicas }: Services, request: FastifyRequest): Db {
  if (!replicas.areUsed) return db
  const known = chosen.get(request)
  if (known) return known
  const wrote = request.cookies[nameOf(env)]
  const after =
    wrote === undefined ? null : wrote === positionUnknown ? Number.POSITIVE_INFINITY : Number(wrote)
  // A value that is not a number was not set by Oja.
  const database = replicas.choose(after === null || after >= 0 ? after : null)
  chosen.set(request, database)
  return database
}

/**
 * Reads the signed-in user from the primary, which has logouts and bans at once; while the primary is down,
 * from a replica that contains the caller's writes.
 */
export async function readViewerWithFailover(
  services: Services,
  request: FastifyRequest,
): Promise<Viewer | null> {
  const { db, replicas } = services
  const ofReplica = () => {
    const database = chooseReadDatabase(services, request)
    return database === db ? null : readViewer(services, request, database)
  }
  if (replicas.isPrimaryDown()) {
    const reading = ofReplica()
    if (reading) return reading
  }
  if (!replicas.areUsed) return readViewer(services, request)
  try {
    return await withoutReconnecting(() => readViewer(services, request))
  } catch (error) {
    if (!isTransient(error)) throw error
    // Without such a replica, wait for the primary.
    return ofReplica() ?? readViewer(services, request)
  }
}

/** Reads from a replica if the answer may lag or the primary is down, else from the primary; if that one is away, again from the other. */
export async function readWithFailover<T>(
  services: Services,
  { request, mayLag }: { request: FastifyRequest; mayLag: boolean },
  read: (db: Db, isRepeated: boolean) => Promise<T>,
): Promise<T> {
  const { db, replicas } = services
  if (!replicas.areUsed) return read(db, false)
  const source = mayLag || replicas.isPrimaryDown() ? chooseReadDatabase(services, request) : db
  try {
    return await withoutReconnecting(() => read(source, false))
  } catch (error) {
    const isRepeated = source === db ? isConnectionLost(error) : replicas.giveUpReplica(source, error)
    if (!isRepeated) throw error
    return read(source === db ? chooseReadDatabase(services, request) : db, true)
  }
}

/** Called after a write, so that the writer's next reads include it on any replica. */
export async function setWritePositionCookie(
  { env, replicas }: Services,
  reply: FastifyReply,
): Promise<void> {
  if (!replicas.areUsed) return
  const position = await replicas.position().then(String, () => positionUnknown)
  reply.setCookie(nameOf(env), position, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: env.NODE_ENV === 'production',
    maxAge: lifetime,
  })
}
