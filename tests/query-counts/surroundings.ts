import { type RawBuilder, sql } from 'kysely'
import type { AnyRequest, Cast } from '../roles/cast.ts'

/** Makes `count` more rows of everything that a request may come across: around its caller, its owner and what it names. */
export async function growAround(
  { t: { db }, caller, owner }: Cast,
  path: string,
  request: AnyRequest,
  count: number,
): Promise<void> {
  const run = (statement: RawBuilder<unknown>) => statement.execute(db)
  const idsOf = async (statement: RawBuilder<{ id: number }>) =>
    (await statement.execute(db)).rows.map(({ id }) => id)
  const me = caller?.id ?? owner.id
  const named = Number(request.params?.id ?? 0)

  const people = await idsOf(sql`
    insert into users (email, username, full_name, phone, password_hash, email_verified_at)
    select name || '@example.com', name, 'Someone Else', '+2348030000000', 'no password', now()
    from (select 'u' || replace(gen_random_uuid()::text, '-', '') as name from generate_series(1, ${count})) as names
    returning id`)
  const listingsOf = (sellers: number[]) =>
    idsOf(sql`
      insert into listings (seller_id, category_id, title, description, price, price_type, condition, state, lga,
        photos, featured_until)
      select seller, 1, 'Tecno Spark 20, clean', 'A phone in good order, with its charger and its box.', 12500000,
        'FIXED', 'USED', 'Lagos', 'Ikeja', '[]', now() + interval '1 day'
      from unnest(${sellers}::int[]) as seller
      returning id`)
  const theirs = await listingsOf(people)
  const mine = await listingsOf(people.map(() => me))
  const owned = owner.id === me ? mine : await listingsOf(people.map(() => owner.id))

  await run(sql`
    insert into favorites (user_id, listing_id) select ${me}, id from unnest(${[...theirs, ...owned]}::int[]) as id`)
  await run(sql`
    insert into listing_drafts (user_id, content) select ${me}, '{"title": "A fan"}' from generate_series(1, least(${count}, 4))`)
  await run(sql`
    insert into saved_searches (user_id, anchors, max_price)
    select ${me}, '{*}', n + (select coalesce(max(max_price), 0) from saved_searches) from generate_series(1, least(${count}, 12)) as n`)
  await run(sql`
    insert into blocks (blocker_id, blocked_id) select ${me}, id from unnest(${people}::int[]) as id`)
  await run(sql`
    insert into sessions (token_hash, user_id, expires_at)
    select sha256(gen_random_uuid()::text::bytea), ${me}, now() + interval '1 day' from generate_series(1, ${count})`)
  for (const reviewed of new Set([me, owner.id])) {
    await run(sql`
      insert into reviews (user_id, reviewer_id, stars, comment)
      select ${reviewed}, id, 4, 'As described.' from unnest(${people}::int[]) as id`)
  }
  await run(sql`
    insert into reports (reporter_id, target_type, target_id, reason)
    select reporter, 'LISTING', listing, 'Wrong category'
    from unnest(${people}::int[], ${owned}::int[]) as made (reporter, listing)`)
  await run(sql`
    insert into moderation_acts (admin_id, action, target_type, target_id, reason)
    select ${me}, 'SHOW', 'LISTING', id, 'A mistake.' from unnest(${owned}::int[]) as id`)

  await run(sql`
    insert into holds (kind, rule, owner_id, listing_id, like_id)
    select 'LISTING', 'COPIES', seller, listing, listing from unnest(${people}::int[], ${theirs}::int[]) as made (seller, listing)`)
  await run(sql`
    insert into notifications (user_id, kind, subject_id, detail)
    select ${me}, 'REPORT', id, 'ACTIONED' from unnest(${people}::int[]) as id`)
  await run(sql`
    insert into quota_hits (user_id, quota, hits) select id, 'LISTINGS', 5 from unnest(${people}::int[]) as id`)

  // Conversations of mine: as a buyer, and as a seller.
  await run(sql`
    with opened as (
      insert into threads (listing_id, seller_id, buyer_id)
      select listing, seller, ${me} from unnest(${theirs}::int[], ${people}::int[]) as made (listing, seller)
      union all
      select listing, ${me}, buyer from unnest(${mine}::int[], ${people}::int[]) as made (listing, buyer)
      returning id, seller_id, buyer_id
    )
    insert into messages (thread_id, sender_id, recipient_id, client_id, body)
    select id, seller_id, buyer_id, 'first', 'Still there?' from opened`)
  if (path.startsWith('/api/threads/:id')) {
    await run(sql`
      insert into messages (thread_id, sender_id, recipient_id, client_id, body)
      select id, seller_id, buyer_id, gen_random_uuid()::text, 'Still there?'
      from threads, generate_series(1, ${count}) where id = ${named}`)
  }
  if (path.includes('/listings/:id')) {
    await run(sql`
      insert into questions (listing_id, asker_id, question)
      select ${named}, id, 'Does it come with the box?' from unnest(${people}::int[]) as id`)
    await run(sql`
      insert into threads (listing_id, seller_id, buyer_id)
      select l.id, l.seller_id, buyer from listings l, unnest(${people}::int[]) as buyer where l.id = ${named}`)
  }
}
