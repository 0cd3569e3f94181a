import { sql } from 'kysely'
import { hasLeft, publicName } from '#server/db/inactive-accounts.ts'
import { publicTitle } from '#server/db/last-public.ts'

// Titles, names and ids in the export of user `id`.

/** The title of listing `l`: for another seller's hidden listing, its last public one. */
export const titleTo = (id: number) =>
  sql<string>`case when l.seller_id = ${id} then l.title else ${publicTitle('l')} end`

/** A user's name: for users who left or are leaving, the one that the API shows. */
export const nameTo = (id: number, users: string) =>
  sql<string>`case when ${sql.ref(`${users}.id`)} = ${id} then ${sql.ref(`${users}.full_name`)} else ${publicName(users)} end`

/** If the API hides a reviewer, their id is hidden too. */
export const idTo = (id: number, users: string) =>
  sql<
    number | null
  >`case when ${sql.ref(`${users}.id`)} = ${id} or not (${hasLeft(users)}) then ${sql.ref(`${users}.id`)} end`
