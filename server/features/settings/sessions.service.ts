import type { Context } from '#server/context.ts'
import { describeDevice } from '#server/core/http/device.ts'
import { deleteOtherSessionsOf, deleteSessionOf, findSessionsOf } from '#server/core/session/session.db.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import type { SessionInfo } from '#shared/contract/settings.ts'
import { AppError } from '#shared/errors.ts'

type Services = Pick<Context, 'db' | 'realtime'>

/** Where somebody is signed in: first the session with the hash `own`, then the last used. */
export async function listSessions(db: Db, viewer: Viewer, own: Buffer | null): Promise<SessionInfo[]> {
  const sessions = await findSessionsOf(db, viewer.id, own)
  return sessions.map(({ userAgent, createdAt, lastSeenAt, isOwn, ...rest }) => ({
    ...rest,
    device: describeDevice(userAgent),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: isOwn,
  }))
}

/** Ends one session of one's own and its connections. NOT_FOUND for another's. */
export async function endOneSession({ db, realtime }: Services, viewer: Viewer, id: number): Promise<void> {
  if (!(await deleteSessionOf(db, viewer.id, id)))
    throw new AppError('NOT_FOUND', 'You are not signed in there any more.')
  realtime.disconnectUser(viewer.id)
}

/** Ends every session but the one with the hash `own`. */
export async function endOtherSessions(
  { db, realtime }: Services,
  viewer: Viewer,
  own: Buffer | null,
): Promise<void> {
  await deleteOtherSessionsOf(db, viewer.id, own)
  realtime.disconnectUser(viewer.id)
}
