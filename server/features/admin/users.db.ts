import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import type { AdminUser } from '#shared/contract/admin.ts'
import { hasWords, limited, type Page, type PageRequest, typedId } from './find.db.ts'

type Row = Omit<AdminUser, 'createdAt' | 'phoneVerifiedAt'> & {
  createdAt: Date
  phoneVerifiedAt: Date | null
}

const columns = sql`u.id, u.full_name as "fullName", u.username, u.email, u.role, u.banned_at is not null as "isBanned",
  u.created_at as "createdAt", u.avatar_url as "avatarUrl", u.rating_avg as "ratingAvg", u.rating_count as "ratingCount",
  u.email_verified_at is not null as "verifiedEmail", u.phone_verified_at as "phoneVerifiedAt",
  (select count(*) from listings l where l.seller_id = u.id and l.status = 'ACTIVE' and l.deleted_at is null)
    as "activeListings",
  (select count(*) from reports r where r.target_type = 'USER' and r.target_id = u.id and r.status = 'NEW')
    as "openReports"`

/** A page of the accounts that are not deleted, the newest first; `q` is in name, username or e-mail, or the id. */
export async function findUsers(db: Db, q: string | undefined, page: PageRequest): Promise<Page<AdminUser>> {
  const id = q === undefined ? null : typedId(q)
  const where = sql`u.deleted_at is null ${
    q === undefined
      ? sql``
      : sql`and (${hasWords(sql`concat_ws(' ', u.full_name, u.username, u.email)`, q)}
          ${id === null ? sql`` : sql`or u.id = ${id}`})`
  }`
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*) as total from users u where ${where}`.execute(db),
    sql<Row>`
      select ${columns} from users u where ${where} order by u.created_at desc, u.id desc ${limited(page)}`.execute(
      db,
    ),
  ])
  return { items: found.rows.map(toUser), total: counted.rows[0]?.total ?? 0 }
}

export async function findUser(db: Db, id: number): Promise<AdminUser | null> {
  const { rows } = await sql<Row>`select ${columns} from users u where u.id = ${id}`.execute(db)
  return rows[0] ? toUser(rows[0]) : null
}

/** Where the owners of listings are told; those whose account is deleted are left out. */
export async function findOwners(db: Db, ids: number[]): Promise<{ id: number; email: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

function toUser(row: Row): AdminUser {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    phoneVerifiedAt: row.phoneVerifiedAt?.toISOString() ?? null,
  }
}
