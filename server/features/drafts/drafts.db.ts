import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/pool.ts'
import type { DraftContent } from '#shared/contract/drafts.ts'

const columns = ['id', 'content', 'updated_at'] as const

/** The drafts of an account, the last changed first. */
export async function findDrafts(db: Db, userId: number) {
  return db
    .selectFrom('listing_drafts')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
export type DraftRow = Awaited<ReturnType<typeof findDrafts>>[number]

/** One draft of an account, locked; undefined for anybody else's. */
export async function findDraftForUpdate(tx: Tx, userId: number, id: number): Promise<DraftRow | undefined> {
  return tx
    .selectFrom('listing_drafts')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the account, so that its drafts are added one after the other; returns how many it has. */
export async function lockDrafts(tx: Tx, userId: number): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('listing_drafts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertDraft(tx: Tx, userId: number, content: DraftContent): Promise<DraftRow> {
  return tx
    .insertInto('listing_drafts')
    .values({ user_id: userId, content: JSON.stringify(content) })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function updateDraft(tx: Tx, id: number, content: DraftContent): Promise<DraftRow> {
  return tx
    .updateTable('listing_drafts')
    .set({ content: JSON.stringify(content), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Deletes a draft of an account; returns whether there was one. */
export async function deleteDraft(db: Db, userId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('listing_drafts')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
