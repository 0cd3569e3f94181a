import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { withIsoTimes } from '#server/lib/iso-times.ts'
import type { BlockedUser } from '#shared/contract/settings.ts'
import { AppError } from '#shared/errors.ts'
import { formatCount } from '#shared/money.ts'
import { thresholds } from '#shared/thresholds.ts'
import { deleteBlock, findBlock, findBlocks, insertBlock } from './blocks.db.ts'

type Services = Pick<Context, 'db' | 'realtime'>

export async function listBlocks(db: Db, viewer: Viewer): Promise<BlockedUser[]> {
  return (await findBlocks(db, viewer.id)).map(withIsoTimes)
}

/**
 * Blocks messages in both directions. Throws NOT_FOUND for an unknown user, BAD_REQUEST for oneself, CONFLICT from `thresholds.blocks.max`
 * blocked people on.
 */
export async function blockUser(
  { db, realtime }: Services,
  viewer: Viewer,
  id: number,
): Promise<BlockedUser> {
  if (id === viewer.id) throw new AppError('BAD_REQUEST', 'You cannot block yourself.')
  const { max } = thresholds.blocks
  const block = await inTransaction(db, async (tx) => {
    if (!(await insertBlock(tx, viewer.id, id, max)))
      throw new AppError('NOT_FOUND', 'There is no such user.')
    const found = await findBlock(tx, viewer.id, id)
    if (found) return found
    throw new AppError(
      'CONFLICT',
      `You have blocked ${formatCount(max)} people, the most that is possible. Unblock one in your settings first.`,
    )
  })
  notifyBoth(realtime, viewer.id, id)
  return withIsoTimes(block)
}

export async function unblockUser({ db, realtime }: Services, viewer: Viewer, id: number): Promise<void> {
  if (await deleteBlock(db, viewer.id, id)) notifyBoth(realtime, viewer.id, id)
}

/** Notifies both that their conversations are closed or open again. */
function notifyBoth(realtime: Services['realtime'], one: number, other: number): void {
  realtime.emitToRooms([`user:${one}`, `user:${other}`], 'threads_changed')
}
