import type { Context } from '#server/context.ts'
import { describeDevice } from '#server/core/http/device.ts'
import {
  deleteSessionOf,
  findSessionsOf,
  invalidateAuthentications,
  signOut,
} from '#server/core/session/session.db.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { withIsoTimes } from '#server/lib/iso-times.ts'
import type { SessionInfo } from '#shared/contract/settings.ts'
import { AppError } from '#shared/errors.ts'
import { lockSettings } from './account.db.ts'

type Services = Pick<Context, 'db' | 'realtime'>

/** The user's sessions: the request's own first, then by last use. */
export async function listSessions(db: Db, viewer: Viewer): Promise<SessionInfo[]> {
  const sessions = await findSessionsOf(db, viewer.id, viewer.session.id)
  return sessions.map(({ userAgent, isOwn, ...session }) => ({
    ...withIsoTimes(session),
    device: describeDevice(userAgent),
    isCurrent: isOwn,
  }))
}

/** Ends one of the user's own sessions and its connections. Throws NOT_FOUND for another user's. */
export async function endOneSession({ db, realtime }: Services, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Invalidates requests of that session that are in progress.
    await invalidateAuthentications(tx, viewer.id)
    if (!(await deleteSessionOf(tx, viewer.id, id)))
      throw new AppError('NOT_FOUND', 'You are not logged in there any more.')
  })
  realtime.disconnectUser(viewer.id)
}

/** Ends every session except the request's own. */
export async function endOtherSessions({ db, realtime }: Services, viewer: Viewer): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockSettings(tx, viewer)
    await signOut(tx, viewer.id, viewer.session.tokenHash)
  })
  realtime.disconnectUser(viewer.id)
}
