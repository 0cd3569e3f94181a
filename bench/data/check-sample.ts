import type pg from 'pg'

/**
 * Compares the search rows of about `count` listings with the result of `listing_search_source`, including
 * listings that must have none. Returns the number compared; throws with the first differences.
 */
export async function checkSample(client: pg.Client, count: number): Promise<number> {
  const { rows } = await client.query<{ id: number; made: unknown; wanted: unknown }>(
    `with sample as (
       select distinct 1 + floor(random() * (select max(id) from listings))::integer as id from generate_series(1, $1)
     )
     select sample.id, to_jsonb(made) as made, to_jsonb(wanted) as wanted
     from sample
     left join lateral (select s.*, search_document(s.id) as document from listing_search s where s.id = sample.id) made on true
     left join lateral (
       select id, category_id, state, lga, condition, price_type, price, created_at, featured_until, document
       from listing_search_source s where s.id = sample.id
     ) wanted on true
     where made is distinct from wanted limit 3`,
    [count],
  )
  if (rows.length === 0) return count
  const shown = rows.map(
    ({ id, made, wanted }) => `${id}:\n  ${JSON.stringify(made)}\n  ${JSON.stringify(wanted)}`,
  )
  throw new Error(
    `Generated search rows differ from listing_search_source (made, wanted):\n${shown.join('\n')}`,
  )
}
