import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { sessionCookie } from '../servers/oja-server.ts'
import type { Talk } from './crowd-job.ts'

/** The measurement's own users, signed in, paired in conversations. */
export interface Chatters {
  /** For Cookie headers. */
  cookies: string[]
  talks: Talk[]
  /** Deletes their conversations and sessions. The users stay for the next time. */
  leave(): Promise<void>
}

/** Creates an even number of users, or takes those of an earlier run. Their conversations are about an existing listing of another user. */
export async function makeChatters(db: Db, count: number, listingId: number): Promise<Chatters> {
  const names = Array.from({ length: count }, (_, index) => `bench_${index + 1}`)
  await sql`
    insert into users (email, username, full_name, phone, password_hash, email_verified_at)
    select name || '@example.com', name, 'Chatter', '+2348030000000', 'no password', now()
    from unnest(${names}::text[]) as name
    on conflict do nothing`.execute(db)
  const { rows: users } = await sql<{ id: number }>`
    select id from users where lower(username) = any(${names}::text[]) order by id`.execute(db)
  const ids = users.map(({ id }) => id)
  const tokens = ids.map(() => randomBytes(32).toString('base64url'))
  await sql`
    insert into sessions (token_hash, user_id, expires_at)
    select token_hash, user_id, now() + interval '1 day'
    from unnest(${tokens.map(hashToken)}::bytea[], ${ids}::int[]) as made (token_hash, user_id)`.execute(db)
  const { rows: talks } = await sql<Talk>`
    with people as (
      select id, place::int - 1 as place from unnest(${ids}::int[]) with ordinality as given (id, place)
    ), opened as (
      insert into threads (listing_id, seller_id, buyer_id)
      select ${listingId}::int, seller.id, buyer.id
      from people buyer
      join people seller on seller.place = buyer.place + 1
      where buyer.place % 2 = 0
      returning id, seller_id, buyer_id
    )
    select opened.id as "threadId", buyer.place as buyer, seller.place as seller
    from opened
    join people buyer on buyer.id = opened.buyer_id
    join people seller on seller.id = opened.seller_id
    order by buyer.place`.execute(db)
  return {
    cookies: tokens.map((token) => `${sessionCookie}=${token}`),
    talks,
    async leave() {
      await sql`delete from threads where buyer_id = any(${ids}::int[])`.execute(db)
      await sql`delete from sessions where user_id = any(${ids}::int[])`.execute(db)
    },
  }
}
