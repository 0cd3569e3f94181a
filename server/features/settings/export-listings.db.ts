import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'

/** What an export calls each column of a listing; null: it is not part of it, or under another name. */
const listingColumns = {
  id: 'id',
  title: 'title',
  description: 'description',
  price: 'priceInKobo',
  price_type: 'priceType',
  condition: 'condition',
  state: 'state',
  lga: 'lga',
  photos: 'photos',
  status: 'status',
  views: 'views',
  featured_until: 'featuredUntil',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  deleted_at: 'deletedAt',
  ends_at: 'endsAt',
  end_reminders: null,
  ended_at: 'endedAt',
  renewed_at: 'renewedAt',
  category_id: null,
  hidden_by_moderator: 'hiddenByModerator',
  last_public: null,
  moderation_reason: 'moderationReason',
  questions_enabled: 'questionsEnabled',
  seller_id: null,
} as const satisfies Record<keyof DB['listings'], string | null>

type Column = keyof typeof listingColumns
type ExportedColumn = {
  [C in Column]: (typeof listingColumns)[C] extends string ? `l.${C} as ${(typeof listingColumns)[C]}` : never
}[Column]

const exportedColumns = Object.entries(listingColumns).flatMap(([column, name]) =>
  name === null ? [] : [`l.${column} as ${name}` as ExportedColumn],
)

export function readListings(db: Db, id: number) {
  return db
    .selectFrom('listings as l')
    .innerJoin('categories as c', 'c.id', 'l.category_id')
    .select([
      ...exportedColumns,
      'c.name as category',
      sql<{ fromKobo: number; toKobo: number; changedAt: string }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('fromKobo', price_before, 'toKobo', price_after, 'changedAt', changed_at) order by id)
        from listing_prices where listing_id = l.id), '[]')`.as('priceChanges'),
    ])
    .where('l.seller_id', '=', id)
    .orderBy('l.id')
    .execute()
}
