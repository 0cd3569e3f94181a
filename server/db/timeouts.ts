/**
 * Milliseconds. Each limit is shorter than a person's wait and keeps a slow operation from holding a
 * connection that others need: all database time of a request, a connection, another transaction's lock. Each
 * ends as 503 (failures.ts). PostgreSQL enforces `statement`, `lock` and `idleInTransaction`; the process
 * enforces `request` and `connection`, since a PostgreSQL that does not respond (stopped, cut off, its disk
 * gone) enforces nothing. `unanswered` is for queries without a waiting caller, and is longer than PostgreSQL's
 * own limits. `probe` is for one check of a dependency (GET /readyz, metrics).
 */
export const timeouts = {
  request: 7000,
  statement: 20_000,
  lock: 3000,
  idleInTransaction: 15_000,
  connection: 4000,
  unanswered: 25_000,
  probe: 1000,
}
