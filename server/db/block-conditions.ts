import { type RawBuilder, sql } from 'kysely'

/** A user's id: a column of the query (text), a value (null for a visitor), or another expression. */
type UserId = string | number | null | RawBuilder<unknown>

const expressionOf = (id: UserId) => (typeof id === 'string' ? sql.ref(id) : id)

/** Whether one user has blocked the other. */
export function hasBlocked(blocker: UserId, blocked: UserId): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from blocks where blocker_id = ${expressionOf(blocker)} and blocked_id = ${expressionOf(blocked)})`
}

/** Whether either of two users has blocked the other. */
export function isBlockBetween(one: UserId, other: UserId): RawBuilder<boolean> {
  const [a, b] = [expressionOf(one), expressionOf(other)]
  return sql<boolean>`exists (select from blocks where (blocker_id, blocked_id) in ((${a}, ${b}), (${b}, ${a})))`
}
