import { sql } from 'kysely'
import { isInactive } from '#server/db/inactive-accounts.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { isBetweenUsers } from '#server/db/waiting-reviews.ts'

/** The users that a user has blocked, latest first. */
export async function findBlocks(db: Db, blockerId: number) {
  return selectBlocks(db, blockerId).orderBy('b.created_at', 'desc').orderBy('b.blocked_id', 'desc').execute()
}

export async function findBlock(db: Db, blockerId: number, blockedId: number) {
  return selectBlocks(db, blockerId).where('b.blocked_id', '=', blockedId).executeTakeFirst()
}

function selectBlocks(db: Db, blockerId: number) {
  return db
    .selectFrom('blocks as b')
    .innerJoin('users as u', 'u.id', 'b.blocked_id')
    .select(['u.id', 'u.full_name as fullName', 'u.avatar_url as avatarUrl', 'b.created_at as blockedAt'])
    .where('b.blocker_id', '=', blockerId)
}

/**
 * Blocks an account; returns false if there is none with this id that the blocker sees: a public one, or one that they have a conversation
 * with. Repeating it changes nothing, and from `max` blocked people on no other one is blocked. Locks both: the triggers see what they
 * agreed on before (`lockParties` in chat), and what comes later sees the block.
 */
export async function insertBlock(
  tx: Tx,
  blockerId: number,
  blockedId: number,
  max: number,
): Promise<boolean> {
  const users = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [blockerId, blockedId])
    .where('email_verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(id = ${blockerId} or not (${isInactive('users')})
        or exists (select from threads t where ${isBetweenUsers('t', blockerId, blockedId)}))`,
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (users.length < 2) return false
  // An earlier block is locked by the update: nobody unblocks before the transaction ends.
  await sql`insert into blocks (blocker_id, blocked_id) select ${blockerId}, ${blockedId}
    where (select count(*) from blocks where blocker_id = ${blockerId} and blocked_id <> ${blockedId}) < ${max}
    on conflict (blocker_id, blocked_id) do update set created_at = blocks.created_at`.execute(tx)
  return true
}

/** Returns whether there was a block. */
export async function deleteBlock(db: Db, blockerId: number, blockedId: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('blocks')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}
