import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { rowStatement, statement, type ValueOf } from '#server/db/statement.ts'
import { typedSql } from '#server/db/typed-sql.ts'

interface SentText {
  senderId: number
  threadId: number
  digest: Buffer
}

const Earlier = z.strictObject({ id: z.int() })

/**
 * Records that a user sends a text into a conversation; commit it before counting. If a message with this id
 * was held before, returns its item of the review queue instead.
 */
export const recordText = rowStatement((value: ValueOf<SentText & { clientId: string }>) =>
  typedSql(
    Earlier,
    sql`
    with earlier as materialized (
      select id from holds
      where thread_id = ${value('threadId')} and owner_id = ${value('senderId')} and client_id = ${value('clientId')}
    ), noted as (
      insert into sent_texts (sender_id, digest, thread_id)
      select ${value('senderId')}::int, ${value('digest')}::bytea, ${value('threadId')}::int
      where not exists (select from earlier)
      on conflict (sender_id, digest, thread_id) do update set sent_at = clock_timestamp()
    )
    select id from earlier`,
  ),
)

const count = statement((value: ValueOf<SentText>, db) =>
  db
    .selectFrom('sent_texts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sender_id', '=', value('senderId'))
    .where('digest', '=', value('digest'))
    .where('thread_id', '<>', value('threadId'))
    .where('sent_at', '>', sql<Date>`now() - interval '1 hour'`),
)

/** The number of other conversations that the user sent it to in the last hour. */
export async function countText(db: Db, text: SentText): Promise<number> {
  const [found] = await count(db, text)
  return found?.count ?? 0
}
