import { type RawBuilder, sql } from 'kysely'

/**
 * Whether an account is away: banned, waiting for its deletion, or deleted. Its profile and listings then leave the public
 * pages; the view that search reads says the same. `users` is the table's alias in the query.
 */
export function isAway(users: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${users}.${name}`)
  return sql<boolean>`num_nonnulls(${column('banned_at')}, ${column('deletion_due_at')}, ${column('deleted_at')}) > 0`
}

/** Whether somebody left, or is about to: what they said stays, who said it is told no more. */
export function hasLeft(users: string): RawBuilder<boolean> {
  return sql<boolean>`num_nonnulls(${sql.ref(`${users}.deletion_due_at`)}, ${sql.ref(`${users}.deleted_at`)}) > 0`
}

/** The name beside what somebody wrote. */
export function publicName(users: string): RawBuilder<string> {
  return sql<string>`case when ${hasLeft(users)} then 'Former member' else ${sql.ref(`${users}.full_name`)} end`
}
