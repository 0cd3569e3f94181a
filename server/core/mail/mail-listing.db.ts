import { type RawBuilder, sql } from 'kysely'
import { isInactive } from '#server/db/inactive-accounts.ts'
import { publicCover, publicTitle } from '#server/db/last-public.ts'
import type { MailListing } from './mail-body.ts'

/** A listing as mails to its seller show it. `listings` is the table's alias in the query. */
export function ownMailListing(listings: string): RawBuilder<MailListing> {
  const column = (name: string) => sql.ref(`${listings}.${name}`)
  return sql<MailListing>`jsonb_build_object(
    'title', ${column('title')}, 'price', ${column('price')}, 'photo', ${column('photos')} -> 0,
    'path', case when ${column('deleted_at')} is null then '/listings/' || ${column('id')} end)`
}

/**
 * A listing as mails to others show it: its last public state, with price and page only while it is public.
 */
export function publicMailListing(listings: string): RawBuilder<MailListing> {
  const column = (name: string) => sql.ref(`${listings}.${name}`)
  const isPublic = sql`${column('status')} <> 'HIDDEN' and ${column('deleted_at')} is null
    and not exists (select from users where id = ${column('seller_id')} and ${isInactive('users')})`
  return sql<MailListing>`jsonb_build_object(
    'title', ${publicTitle(listings)}, 'photo', ${publicCover(listings)} -> 0,
    'price', case when ${isPublic} then ${column('price')} end,
    'path', case when ${isPublic} then '/listings/' || ${column('id')} end)`
}
