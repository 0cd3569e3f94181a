import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'

/** The filters of a search, as columns. */
export type SearchColumns = Pick<
  Selectable<DB['saved_searches']>,
  | 'search'
  | 'words'
  | 'query'
  | 'anchors'
  | 'category_id'
  | 'condition'
  | 'state'
  | 'lga'
  | 'price_type'
  | 'min_price'
  | 'max_price'
>

function selectSearches(db: Db, userId: number) {
  return db
    .selectFrom('saved_searches as s')
    .leftJoin('categories as c', 'c.id', 's.category_id')
    .leftJoin('notifications as n', (join) =>
      join
        .onRef('n.user_id', '=', 's.user_id')
        .on('n.kind', '=', 'SEARCH')
        .onRef('n.subject_id', '=', 's.id')
        .on('n.read_at', 'is', null),
    )
    .select([
      's.id',
      's.name',
      's.search',
      's.category_id',
      'c.name as category',
      's.condition',
      's.state',
      's.lga',
      's.price_type',
      's.min_price',
      's.max_price',
      'n.count as news',
      'n.id as unreadId',
      's.paused_at',
      's.created_at',
    ])
    .where('s.user_id', '=', userId)
}

/** The searches of an account, the last saved first. */
export async function findSearches(db: Db, userId: number) {
  return selectSearches(db, userId).orderBy('s.id', 'desc').execute()
}

/** One search of an account; undefined for anybody else's. */
export async function findSearch(db: Db, userId: number, id: number) {
  return selectSearches(db, userId).where('s.id', '=', id).executeTakeFirst()
}
export type SearchRow = NonNullable<Awaited<ReturnType<typeof findSearch>>>

/** Locks the account, so that its searches are saved and changed one after the other; returns how many it has. */
export async function lockSearches(tx: Tx, userId: number): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('saved_searches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** The id of the account's search with the same filters, locked: one that is just being deleted is none. */
export async function findSame(tx: Tx, userId: number, columns: SearchColumns): Promise<number | undefined> {
  const { words, category_id, condition, state, lga, price_type, min_price, max_price } = columns
  const asked = { words, category_id, condition, state, lga, price_type, min_price, max_price }
  const found = await tx
    .selectFrom('saved_searches')
    .select('id')
    .where('user_id', '=', userId)
    .where(({ and, eb }) =>
      and(
        Object.entries(asked).map(([name, value]) =>
          eb(name as keyof typeof asked, 'is not distinct from', value),
        ),
      ),
    )
    .forUpdate()
    .executeTakeFirst()
  return found?.id
}

export async function insertSearch(tx: Tx, userId: number, columns: SearchColumns): Promise<number> {
  const { id } = await tx
    .insertInto('saved_searches')
    .values({ user_id: userId, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateSearch(
  tx: Tx,
  id: number,
  change: Partial<SearchColumns> & { name?: string | null; paused?: boolean },
): Promise<void> {
  const { paused, ...columns } = change
  await tx
    .updateTable('saved_searches')
    .set({
      ...columns,
      ...(paused === undefined ? {} : { paused_at: paused ? sql<Date>`coalesce(paused_at, now())` : null }),
    })
    .where('id', '=', id)
    .execute()
}

/** No error if there is none. */
export async function deleteSearch(db: Db, userId: number, id: number): Promise<void> {
  await db.deleteFrom('saved_searches').where('user_id', '=', userId).where('id', '=', id).execute()
}

/** Replaces the index entries by which listings find the search; a paused search has none. */
export async function indexSearch(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('search_anchors').where('search_id', '=', id).execute()
  await sql`
    insert into search_anchors
      (search_id, user_id, anchor, query, category_id, state, lga, condition, price_type, min_price, max_price)
    select id, user_id, anchor, case when length(query::text) <= 400 then query end, coalesce(category_id, 0), coalesce(state, ''), coalesce(lga, ''), condition, price_type,
      min_price, max_price
    from saved_searches, unnest(anchors) as anchor
    where id = ${id} and paused_at is null`.execute(tx)
}
