import { type RawBuilder, sql } from 'kysely'

/** What others see of listing `l` now, as `reports.seen` has it. */
export const stateOfListing = (l: string): RawBuilder<unknown> => sql`jsonb_build_object(
  'label', ${sql.ref(`${l}.title`)}, 'text', ${sql.ref(`${l}.description`)}, 'price', ${sql.ref(`${l}.price`)},
  'pictures', jsonb_path_query_array(${sql.ref(`${l}.photos`)}, '$[*].url'))`

/** The same of user `u`. */
export const stateOfUser = (u: string): RawBuilder<unknown> => sql`jsonb_build_object(
  'label', ${sql.ref(`${u}.full_name`)}, 'text', coalesce(${sql.ref(`${u}.bio`)}, ''), 'price', null,
  'pictures', array_remove(array[${sql.ref(`${u}.avatar_url`)}], null))`
