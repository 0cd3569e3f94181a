import { sql } from 'kysely'
import { insertListing, insertUpload } from './listings.ts'
import type { TestApp, TestUser } from './test-app.ts'

type Row = Record<string, unknown>

/** An account with the people and listings that its rows refer to. */
export interface Cast {
  db: TestApp['db']
  me: TestUser
  other: TestUser
  admin: TestUser
  /** Listings of `me`, and of `other`. */
  mine: number
  theirs: number
  mark: string
}

export const day = 24 * 60 * 60 * 1000
const soon = () => new Date(Date.now() + day)
const bytes = () => sql`sha256(gen_random_uuid()::text::bytea)`
const last = (table: string) => sql`(select max(id) from ${sql.table(table)})`
const photo = (url: string) => JSON.stringify({ url, width: 400, height: 300, placeholder: null })

/** Rows of an account in every table, in an order that the keys allow. */
export const rowsOfAccount: Record<string, (cast: Cast) => Row | Promise<Row>> = {
  uploads: ({ me }) => ({
    id: sql`gen_random_uuid()`,
    uploader_id: me.id,
    url: sql`gen_random_uuid()::text`,
    width: 1,
    height: 1,
    placeholder: '',
  }),
  threads: ({ me, other, theirs }) => ({ listing_id: theirs, seller_id: other.id, buyer_id: me.id }),
  messages: ({ me, other, mark }) => ({
    thread_id: last('threads'),
    sender_id: me.id,
    recipient_id: other.id,
    client_id: mark,
    body: 'Is it there?',
    attachment: photo('/a.webp'),
    read_at: new Date(),
    hidden_by_sender_at: new Date(),
    reply_to: sql`currval(pg_get_serial_sequence('messages', 'id'))`,
  }),
  offers: ({ me }) => ({
    message_id: last('messages'),
    thread_id: last('threads'),
    sender_id: me.id,
    price: 4_500_000,
    status: 'DECLINED',
    ended_at: new Date(),
  }),
  message_warnings: ({ me, other }) => ({
    message_id: last('messages'),
    thread_id: last('threads'),
    recipient_id: me.id,
    sender_id: other.id,
    kind: 'fake-alert',
    seen: ['alert'],
    probability: 0.9,
    dismissed_at: new Date(),
  }),
  questions: ({ me, theirs }) => ({
    listing_id: theirs,
    asker_id: me.id,
    question: 'How heavy is it?',
    answer: 'Very',
    answered_at: new Date(),
  }),
  reviews: ({ me, other }) => ({
    user_id: other.id,
    reviewer_id: me.id,
    stars: 4,
    comment: 'Prompt',
    proof: 'TALKED',
    answer: 'Thank you',
    answered_at: new Date(),
  }),
  favorites: ({ me, theirs }) => ({
    user_id: me.id,
    listing_id: theirs,
    known_price: 9_871_200,
    told_at: new Date(),
  }),
  follows: ({ me, admin }) => ({ follower_id: me.id, seller_id: admin.id }),
  listing_drafts: ({ me, mark }) => ({
    user_id: me.id,
    content: JSON.stringify({ title: `${mark} bicycle`, photos: [JSON.parse(photo('/draft.webp'))] }),
  }),
  digests: ({ me }) => ({ user_id: me.id, sent_on: new Date() }),
  saved_searches: ({ me, mark }) => ({
    user_id: me.id,
    name: `${mark} for the shop`,
    search: 'solar panel',
    words: 'solar panel',
    query: "'solar' & 'panel'",
    anchors: ['solar'],
    category_id: 1,
    condition: 'NEW',
    state: 'Lagos',
    lga: 'Ikeja',
    price_type: 'FIXED',
    min_price: 100,
    max_price: 200,
    paused_at: new Date(),
  }),
  search_anchors: ({ me }) => ({
    search_id: last('saved_searches'),
    user_id: me.id,
    anchor: 'solar',
    category_id: 1,
    state: 'Lagos',
    lga: 'Ikeja',
  }),
  search_matches: ({ theirs }) => ({ search_id: last('saved_searches'), listing_id: theirs }),
  notifications: ({ me, other, theirs }) => ({
    user_id: me.id,
    kind: 'CHEAPER',
    subject_id: theirs,
    listing_id: theirs,
    actor_id: other.id,
    detail: 'Cheaper',
    price_before: 200,
    price_after: 100,
    read_at: new Date(),
  }),
  notification_settings: ({ me }) => ({ user_id: me.id, quiet_from: 21, quiet_to: 6, digest_hour: 9 }),
  blocks: ({ me, other }) => ({ blocker_id: me.id, blocked_id: other.id }),
  reports: ({ me, theirs }) => ({
    reporter_id: me.id,
    target_type: 'LISTING',
    target_id: theirs,
    reason: 'Scam',
    details: 'He wants money first',
    status: 'ACTIONED',
    closed_at: new Date(),
  }),
  moderation_acts: ({ admin, mine }) => ({
    admin_id: admin.id,
    action: 'HIDE',
    target_type: 'LISTING',
    target_id: mine,
    reason: 'Two photos',
    rule: 'copied',
  }),
  appeals: ({ me, admin }) => ({
    act_id: last('moderation_acts'),
    appellant_id: me.id,
    text: 'They are mine',
    outcome: 'UPHELD',
    answer: 'No',
    decided_by: admin.id,
    decided_at: new Date(),
  }),
  holds: ({ me, admin, theirs, mark }) => ({
    kind: 'MESSAGE',
    rule: 'SAME_MESSAGE',
    owner_id: me.id,
    listing_id: theirs,
    thread_id: last('threads'),
    message_id: sql`nextval(pg_get_serial_sequence('messages', 'id'))`,
    client_id: `${mark} held`,
    body: 'Buy now',
    attachment: photo('/b.webp'),
    decision: 'REJECT',
    reason: 'Spam',
    decided_by: admin.id,
    decided_at: new Date(),
  }),
  photo_hashes: ({ me, mine }) => ({
    listing_id: mine,
    seller_id: me.id,
    upload_id: sql`(select id from uploads order by created_at desc limit 1)`,
    hash: 7,
  }),
  similar_photos: ({ theirs }) => ({
    upload_id: sql`(select id from uploads order by created_at desc limit 1)`,
    listing_id: theirs,
    hash: 9,
    distance: 2,
    mirrored: false,
  }),
  photo_matches: ({ mine, theirs }) => ({
    hold_id: last('holds'),
    listing_id: mine,
    photo: '/p.webp',
    matched_listing_id: theirs,
    matched_photo: '/q.webp',
    distance: 1,
    mirrored: false,
  }),
  listing_views: ({ theirs, mark }) => ({ listing_id: theirs, viewer: mark, day: new Date() }),
  account_accesses: ({ me, admin }) => ({ user_id: me.id, admin_id: admin.id, kind: 'ACCOUNT' }),
  account_events: ({ me }) => ({
    user_id: me.id,
    type: 'SIGNED_IN',
    method: 'PASSWORD',
    ip: '203.0.113.7',
    user_agent: 'Firefox',
  }),
  sessions: ({ me }) => ({
    user_id: me.id,
    token_hash: bytes(),
    expires_at: soon(),
    ip: '203.0.113.7',
    user_agent: 'Firefox',
  }),
  push_subscriptions: ({ me, mark }) => ({
    user_id: me.id,
    session_id: last('sessions'),
    endpoint: `https://push.example.com/${mark}`,
    p256dh: mark,
    auth: mark,
  }),
  known_devices: ({ me }) => ({ user_id: me.id, token_hash: bytes(), last_used_at: new Date() }),
  passkeys: ({ me, mark }) => ({
    user_id: me.id,
    credential_id: mark,
    public_key: bytes(),
    counter: 0,
    is_synced: false,
    name: 'My phone',
    last_used_at: new Date(),
  }),
  totp_secrets: ({ me }) => ({ user_id: me.id, secret: bytes(), confirmed_at: new Date() }),
  recovery_codes: ({ me }) => ({ user_id: me.id, code_hash: bytes() }),
  password_resets: ({ me }) => ({
    user_id: me.id,
    address_hash: bytes(),
    browser_hash: bytes(),
    network_hash: bytes(),
    code_hash: bytes(),
    code_expires_at: soon(),
    link_hash: bytes(),
    link_expires_at: soon(),
    own_tries_left: 5,
    other_tries_left: 5,
  }),
  reset_tokens: ({ me }) => ({ user_id: me.id, token_hash: bytes(), expires_at: soon() }),
  phone_codes: ({ me }) => ({
    user_id: me.id,
    phone: '+2348031234567',
    code_hash: bytes(),
    expires_at: soon(),
    tries_left: 5,
  }),
  sign_in_steps: ({ me }) => ({ user_id: me.id, token_hash: bytes(), expires_at: soon(), tries_left: 5 }),
  throttle_counters: () => ({ key: bytes(), failures: 1, blocked_until: new Date(), counted_at: new Date() }),
  pending_registrations: ({ mark }) => ({
    email: `${mark}-later@example.com`,
    full_name: 'Later',
    username: `${mark}_later`,
    phone: '+2348030000009',
    password_hash: 'x',
    token_hash: bytes(),
    expires_at: soon(),
  }),
  quota_hits: ({ me }) => ({ user_id: me.id, quota: 'LISTINGS' }),
  sent_texts: ({ me }) => ({ sender_id: me.id, digest: bytes(), thread_id: last('threads') }),
  idempotency_keys: ({ me, mark }) => ({ user_id: me.id, key: mark, request: bytes() }),
  deals: ({ me, other, theirs }) => ({
    thread_id: last('threads'),
    listing_id: theirs,
    seller_id: other.id,
    buyer_id: me.id,
    proposed_by: me.id,
    price: 500,
    place: 'The bank in Ikeja',
    state: 'Lagos',
    lga: 'Ikeja',
    meets_at: soon(),
    reserves: true,
    status: 'COMPLETED',
    tried_at: new Date(),
    paid_at: new Date(),
    ended_by: me.id,
    end_reason: 'Done',
    ended_at: new Date(),
  }),
  meeting_links: ({ me }) => ({ deal_id: last('deals'), user_id: me.id, token_hash: bytes() }),
  waiting_reviews: ({ me, other }) => ({
    id: sql`nextval(pg_get_serial_sequence('reviews', 'id'))`,
    user_id: other.id,
    reviewer_id: me.id,
    stars: 5,
    comment: 'Kind',
    proof: 'BOUGHT',
    appears_at: soon(),
  }),
  listing_prices: ({ mine }) => ({ listing_id: mine, price_before: 200, price_after: 100 }),
  listing_day_views: ({ mine }) => ({ listing_id: mine, day: new Date(), views: 3 }),
  listing_sales: ({ me, other, mine }) => ({ listing_id: mine, seller_id: me.id, buyer_id: other.id }),
  phone_passports: ({ mine }) => ({
    listing_id: mine,
    number_hash: bytes(),
    number_sealed: bytes(),
    last_four: '3809',
  }),
  sold_phones: () => ({ number_hash: bytes() }),
  stolen_phones: ({ me }) => ({
    hold_id: last('holds'),
    number_hash: bytes(),
    number_sealed: bytes(),
    last_four: '3809',
    details: `Taken from ${me.id}`,
    proof: photo('/r.webp'),
  }),
  suspect_reviews: async ({ db, me, other, admin }) => {
    const { id } = await db
      .insertInto('holds')
      .values({ kind: 'REVIEW', rule: 'REVIEW_REPORTED', owner_id: other.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { hold_id: id, user_id: other.id, reviewer_id: admin.id, reporter_id: me.id, reason: 'Untrue' }
  },
  report_claims: ({ me, theirs }) => ({ admin_id: me.id, target_type: 'LISTING', target_id: theirs }),
}

/** An account with a row in every table; `aged` overwrites the times of a row. */
export async function fillAccount(
  t: TestApp,
  mark: string,
  aged: (table: string) => Row = () => ({}),
): Promise<Cast> {
  const me = await t.user({ fullName: `Ada ${mark}`, email: `${mark}@example.com` })
  const [other, admin] = [await t.user(), await t.user({ role: 'ADMIN' })]
  const avatar = await insertUpload(t, me)
  await sql`update users set username = ${`${mark}_name`}, phone = ${`+23480${me.id}`}, avatar_url = ${avatar}, bio = ${`${mark} sells`},
    rating_avg = 4.5, rating_count = 2, state = 'Lagos', lga = 'Ikeja', phone_verified_at = now() where id = ${me.id}`.execute(
    t.db,
  )
  const mine = await insertListing(t, me, { moderation_reason: 'Two photos', featured_until: soon() })
  await insertListing(t, me, { status: 'HIDDEN', ended_at: soon(), renewed_at: soon() })
  const cast = { db: t.db, me, other, admin, mine, theirs: await insertListing(t, other), mark }
  await sql`update listings set ${sql.join(Object.entries({ views: 3, ...aged('listings') }).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
    where id = ${mine}`.execute(t.db)
  for (const [table, rowOf] of Object.entries(rowsOfAccount)) {
    const row = { ...(await rowOf(cast)), ...aged(table) }
    await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
      values (${sql.join(Object.values(row))})`.execute(t.db)
  }
  return cast
}
