import { type Selectable, sql } from 'kysely'
import type { Database, Db, Tx } from '#server/db/pool.ts'

type Role = Selectable<Database['users']>['role']

/** Sets the role of the account with this e-mail, whatever its case; undefined where there is none. */
export function setRole(db: Db | Tx, email: string, role: Role) {
  return db
    .updateTable('users')
    .set({ role, updated_at: sql`now()` })
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .returning(['email', 'full_name', 'email_verified_at'])
    .executeTakeFirst()
}
