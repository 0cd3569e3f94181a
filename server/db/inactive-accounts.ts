import { type RawBuilder, sql } from 'kysely'

/**
 * Whether an account is inactive: banned, waiting for its deletion, or deleted. Its profile and listings are
 * then not public; the view `listing_search_source` has the same condition. `users` is the table's alias in the
 * query.
 */
export function isInactive(users: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${users}.${name}`)
  return sql<boolean>`num_nonnulls(${column('banned_at')}, ${column('deletion_due_at')}, ${column('deleted_at')}) > 0`
}

/** Whether a user is deleted or waits for deletion: their reviews stay, without their name. */
export function isLeavingOrDeleted(users: string): RawBuilder<boolean> {
  return sql<boolean>`num_nonnulls(${sql.ref(`${users}.deletion_due_at`)}, ${sql.ref(`${users}.deleted_at`)}) > 0`
}

/**
 * The name of a review's author as others see it: 'Former member' from the request for deletion on. Conversations and deals keep the
 * name until the deletion.
 */
export function publicName(users: string): RawBuilder<string> {
  return sql<string>`case when ${isLeavingOrDeleted(users)} then 'Former member' else ${sql.ref(`${users}.full_name`)} end`
}
