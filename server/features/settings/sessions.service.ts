import type { Context } from '#server/context.ts'
import { describeDevice } from '#server/core/http/device.ts'
import { deleteSessionOf, endProofs, findSessionsOf, signOut } from '#server/core/session/session.db.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { SessionInfo } from '#shared/contract/settings.ts'
import { AppError } from '#shared/errors.ts'
import { lockSettings } from './account.db.ts'

type Services = Pick<Context, 'db' | 'realtime'>

/** Where somebody is signed in: first the request's own session, then the last used. */
export async function listSessions(db: Db, viewer: Viewer): Promise<SessionInfo[]> {
  const sessions = await findSessionsOf(db, viewer.id, viewer.session.id)
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
  await inTransaction(db, async (tx) => {
    // What that session is doing at this moment is not done any more.
    await endProofs(tx, viewer.id)
    if (!(await deleteSessionOf(tx, viewer.id, id)))
      throw new AppError('NOT_FOUND', 'You are not signed in there any more.')
  })
  realtime.disconnectUser(viewer.id)
}

/** Ends every session but the request's own. */
export async function endOtherSessions({ db, realtime }: Services, viewer: Viewer): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockSettings(tx, viewer)
    await signOut(tx, viewer.id, viewer.session.tokenHash)
  })
  realtime.disconnectUser(viewer.id)
}
