import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import { statement } from '#server/db/statement.ts'
import type { HoldDecision } from '#shared/contract/held.ts'

interface SentText {
  senderId: number
  threadId: number
  digest: Buffer
}

const note = statement<SentText & { clientId: string }, { decision: HoldDecision | null }>(
  (value) => sql`
    with earlier as materialized (
      select decision from holds
      where thread_id = ${value('threadId')} and owner_id = ${value('senderId')} and client_id = ${value('clientId')}
    ), noted as (
      insert into sent_texts (sender_id, digest, thread_id)
      select ${value('senderId')}::int, ${value('digest')}::bytea, ${value('threadId')}::int
      where not exists (select from earlier)
      on conflict (sender_id, digest, thread_id) do update set sent_at = clock_timestamp()
    )
    select decision from earlier`,
)

/**
 * Notes that somebody sends a text into a conversation; to be committed before it is counted. Where it was held back under this
 * name before, that is answered instead.
 */
export async function noteText(
  db: Db,
  text: SentText & { clientId: string },
): Promise<{ decision: HoldDecision | null } | null> {
  const [earlier] = await note(db, text)
  return earlier ?? null
}

const count = statement<SentText, { count: number }>(
  (value) => sql`
    select count(*) as count from sent_texts
    where sender_id = ${value('senderId')} and digest = ${value('digest')} and thread_id <> ${value('threadId')}
      and sent_at > now() - interval '1 hour'`,
)

/** Into how many other conversations they sent it in the last hour. */
export async function countText(db: Db, text: SentText): Promise<number> {
  const [found] = await count(db, text)
  return found?.count ?? 0
}

export async function deleteOldTexts(db: Db): Promise<void> {
  await sql`delete from sent_texts where sent_at < now() - interval '1 hour'`.execute(db)
}
