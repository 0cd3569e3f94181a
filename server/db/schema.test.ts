import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ModerationAct } from '#shared/contract/admin.ts'
import { AppealOutcome } from '#shared/contract/appeals.ts'
import { CurrentUser } from '#shared/contract/auth.ts'
import { OfferStatus } from '#shared/contract/chat.ts'
import { DealStatus } from '#shared/contract/deals.ts'
import { Condition, ListingStatus, PriceType } from '#shared/contract/listing-values.ts'
import { QueueItem, QuotaOffender } from '#shared/contract/moderation-queue.ts'
import { NotificationKind } from '#shared/contract/notifications.ts'
import { Report, ReportStatus } from '#shared/contract/reports.ts'
import { RuleId } from '#shared/contract/rules.ts'
import { AccountEvent } from '#shared/contract/second-factor.ts'
import { AccountAccess } from '#shared/contract/settings.ts'
import { ReviewProof } from '#shared/contract/users.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { readEnums, schemaOf } from '../../scripts/generate-schema.ts'

/** The enum of the contract that a column's CHECK repeats; of a column that no endpoint answers, its values. */
const enums: Record<string, { options: readonly string[] }> = {
  'account_accesses.kind': AccountAccess.shape.kind,
  'account_events.method': AccountEvent.shape.method.unwrap(),
  'account_events.type': AccountEvent.shape.type,
  'appeals.outcome': AppealOutcome,
  'deals.status': DealStatus,
  'holds.decision': QueueItem.shape.decision.unwrap(),
  'holds.kind': QueueItem.shape.kind,
  'holds.rule': QueueItem.shape.rule,
  'last_results.what': { options: ['mail', 'sms', 'backup'] },
  'listing_news.what': { options: ['PUBLISHED', 'AVAILABLE', 'CHEAPER', 'SOLD'] },
  'listings.condition': Condition,
  'listings.price_type': PriceType,
  'listings.status': ListingStatus,
  'moderation_acts.action': ModerationAct.shape.action,
  'moderation_acts.rule': RuleId,
  'moderation_acts.target_type': ModerationAct.shape.targetType,
  'notifications.kind': NotificationKind,
  'offers.status': OfferStatus,
  'quota_hits.quota': QuotaOffender.shape.quota,
  'report_claims.target_type': Report.shape.targetType,
  'reports.status': ReportStatus,
  'reports.target_type': Report.shape.targetType,
  'reviews.proof': ReviewProof,
  'users.role': CurrentUser.shape.role,
  'waiting_reviews.proof': ReviewProof,
}

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await cloneDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('[DB-SCHEMA] server/db/schema.ts equals the migrated database; otherwise run `npm run db:types`', async () => {
  await expect(await schemaOf(client)).toMatchFileSnapshot('schema.ts')
})

test('[DB-ENUMS] a CHECK allows the values of the enum in the contract', async () => {
  const allowed = Object.fromEntries(await readEnums(client))
  const missing = (column: string, values: readonly string[] = [], among: readonly string[] = []) =>
    values.filter((value) => !among.includes(value)).map((value) => `${column}: ${value}`)
  const columns = [...new Set([...Object.keys(allowed), ...Object.keys(enums)])]
  expect(
    columns.flatMap((column) => missing(column, enums[column]?.options, allowed[column])),
    'values that no CHECK allows: add a migration that replaces it',
  ).toEqual([])
  expect(
    columns.flatMap((column) => missing(column, allowed[column], enums[column]?.options)),
    'values that a CHECK allows and the enum lacks: add them, or name the enum of a new column in `enums` above',
  ).toEqual([])
})
