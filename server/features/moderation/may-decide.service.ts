import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { AppError } from '#shared/errors.ts'
import { mayDecideAbout } from './may-decide.db.ts'

export const notYours = () =>
  new AppError('FORBIDDEN', 'This is yours, or about you. Another administrator decides about it.')

/** Throws FORBIDDEN where an act is about the administrator and another one could take it. */
export async function requireDecider(tx: Db, admin: Viewer, ownerId: number): Promise<void> {
  if (ownerId === admin.id && !(await mayDecideAbout(tx, admin.id, [ownerId]))) throw notYours()
}
