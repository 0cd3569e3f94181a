/**
 * Milliseconds. What a person waits for ends before they do, and one slow thing holds no connection that others wait for: all
 * that a request asks of the database, a connection, a wait for somebody else's lock. Each ends as 503 (failures.ts).
 * PostgreSQL itself keeps `statement`, `lock` and `idleInTransaction`; the process keeps `request` and `connection`, since a
 * PostgreSQL that stands still (stopped, cut off, its disk gone) keeps nothing. `silence`: of what nobody waits for, a while
 * after PostgreSQL should have ended it.
 */
export const patience = {
  request: 7000,
  statement: 20_000,
  lock: 3000,
  idleInTransaction: 15_000,
  connection: 4000,
  silence: 25_000,
}
