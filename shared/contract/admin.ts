import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits, maxId } from '../limits.ts'
import { ListingCard } from './catalogue.ts'
import { Id, Line, Lines, Person, Timestamp } from './common.ts'
import { ListingStatus } from './listing-values.ts'
import { ById, optionalParam, wholeParam } from './parameters.ts'
import { Report, ReportStatus } from './reports.ts'
import { RuleId } from './rules.ts'

/** A disk of the server with little space, in bytes. */
const LowDisk = z.object({
  /** `data`: the database and everything else. `pictures`: if they have their own disk. */
  disk: z.enum(['data', 'pictures']),
  /** `full`: writes are refused. */
  state: z.enum(['low', 'full']),
  free: z.number().int(),
  size: z.number().int(),
  /** Bytes that must be free before writes are accepted again. */
  needed: z.number().int(),
})
export type LowDisk = z.output<typeof LowDisk>

export const AdminStats = z.object({
  totalUsers: z.number().int(),
  totalListings: z.number().int(),
  activeListings: z.number().int(),
  pendingReports: z.number().int(),
  /** Items that wait in the review queue. */
  openHolds: z.number().int(),
  /** Appeals without an outcome. */
  openAppeals: z.number().int(),
  /** The disk of the responding server; null if there is space. */
  lowDisk: LowDisk.nullable(),
})
export type AdminStats = z.output<typeof AdminStats>

const Named = z.object({ name: z.string(), count: z.number().int() })

/** Daily counts of the last 90 days, and the active listings by category and state. */
export const AdminTrends = z.object({
  days: z.array(
    z.object({
      /** YYYY-MM-DD, a day in Nigeria; oldest first, without gaps. */
      day: z.string(),
      signUps: z.number().int(),
      listings: z.number().int(),
      messages: z.number().int(),
      reports: z.number().int(),
    }),
  ),
  byCategory: z.array(Named),
  byState: z.array(Named),
})
export type AdminTrends = z.output<typeof AdminTrends>

export const AdminListing = ListingCard.extend({
  hiddenByModerator: z.boolean(),
  /** Hidden, and sold before: setting SOLD shows it as it was. */
  wasSold: z.boolean(),
  /** Why others do not see it in any status: its seller's account is banned, or waits for its deletion. */
  sellerAway: z.enum(['BANNED', 'LEAVING']).nullable(),
  moderationReason: z.string().nullable(),
  featuredUntil: Timestamp.nullable(),
  openReports: z.number().int(),
  /** False for what is the administrator's own or about them, while another one can decide. */
  mayDecide: z.boolean(),
})
export type AdminListing = z.output<typeof AdminListing>

export const AdminUser = z.object({
  id: Id,
  fullName: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(['USER', 'ADMIN']),
  isBanned: z.boolean(),
  /** The account waits for its deletion. */
  isLeaving: z.boolean(),
  createdAt: Timestamp,
  avatarUrl: z.string().nullable(),
  ratingAvg: z.string(),
  ratingCount: z.number().int(),
  verifiedEmail: z.boolean(),
  phoneVerifiedAt: Timestamp.nullable(),
  /** With status ACTIVE; hidden from others while the user is banned or leaving. */
  activeListings: z.number().int(),
  /** About the account itself. */
  openReports: z.number().int(),
  openListingReports: z.number().int(),
})
export type AdminUser = z.output<typeof AdminUser>

export const AdminReport = Report.extend({
  reporter: Person,
  /** The current state of the report's target; null if it no longer exists. */
  target: z
    .object({
      /** The listing's title or the user's name. */
      label: z.string(),
      /** The listing's cover or the user's picture. */
      picture: z.string().nullable(),
      /** A listing's status, 'DELETED', 'BANNED', or 'ACTIVE'. */
      state: z.string(),
      /** The listing's seller, or the user. */
      owner: Person,
    })
    .nullable(),
  /** Open reports about the same target, this one included. */
  openOnTarget: z.number().int(),
})
export type AdminReport = z.output<typeof AdminReport>

const moderationActions = [
  'HIDE',
  'SHOW',
  'DELETE',
  'FEATURE',
  'UNFEATURE',
  'BAN',
  'UNBAN',
  'REVIEW_REPORT',
  'ACTION_REPORT',
  'RELEASE',
  'REJECT',
  'WAIT',
] as const
export type ModerationAction = (typeof moderationActions)[number]

/** MESSAGE: a message held for review. */
const moderationTargets = ['USER', 'LISTING', 'REPORT', 'MESSAGE'] as const

export const ModerationAct = z.object({
  id: Id,
  action: z.enum(moderationActions),
  targetType: z.enum(moderationTargets),
  /** For a MESSAGE: the id of the held message. */
  targetId: Id,
  /** The listing's title, the user's name, the report's reason or the message's beginning. */
  label: z.string(),
  reason: z.string().nullable(),
  /** The rule that the act is based on. */
  rule: RuleId.nullable(),
  createdAt: Timestamp,
  /** Null: a rule took the act. */
  admin: Person.nullable(),
})
export type ModerationAct = z.output<typeof ModerationAct>

/** The reason, which the owner of the target gets. */
export const Reason = Lines.max(
  limits.moderationReason.max,
  `A reason has at most ${limits.moderationReason.max} characters`,
).optional()

/** The rule that an act is based on; the owner of the target sees it too. */
export const Rule = RuleId.optional()

export const PageQuery = z.object({
  q: optionalParam(Line.max(limits.search.max, 'Please search with fewer words.')),
  page: wholeParam('Pages are numbered from 1.', 1_000_000),
  limit: wholeParam('A page has 1 to 100 rows.', limits.page.max),
})

const adminListingSorts = [
  'createdAt:desc',
  'createdAt:asc',
  'price:desc',
  'price:asc',
  'title:asc',
  'title:desc',
] as const

export const AdminListingQuery = PageQuery.extend({
  category: wholeParam('Categories are numbers.', maxId),
  status: optionalParam(ListingStatus),
  sellerId: wholeParam('Sellers are numbers.', maxId),
  deleted: optionalParam(z.enum(['true', 'false']).transform((value) => value === 'true')),
  sort: optionalParam(z.enum(adminListingSorts, 'Sort by createdAt, price or title, such as price:asc.')),
})
export type AdminListingQuery = z.output<typeof AdminListingQuery>

export const admin = endpoints({
  'GET /api/admin/stats': {
    summary: 'The numbers at the top of the dashboard',
    access: 'admin',
    shows: ['moderation'],
    response: AdminStats,
  },
  'GET /api/admin/trends': {
    summary: 'The last 90 days, and the active listings by category and state',
    access: 'admin',
    shows: ['moderation'],
    response: AdminTrends,
  },
  'GET /api/admin/listings': {
    summary: 'Listings of every status, a page at a time; deleted ones only with deleted=true',
    access: 'admin',
    shows: ['moderation'],
    query: AdminListingQuery,
    response: z.object({
      items: z.array(AdminListing),
      /** Counted up to `countLimit`. */
      total: z.number().int(),
      /** False: there are more than `total`. */
      exact: z.boolean(),
      page: z.number().int(),
      totalPages: z.number().int(),
    }),
  },
  'PATCH /api/admin/listings/:id': {
    summary: 'Hide a listing, or show a hidden one again, as SOLD where it was sold; not a deleted one',
    access: 'admin',
    changes: ['listings', 'moderation'],
    params: ById,
    body: z.object({
      status: z.enum(
        ['ACTIVE', 'SOLD', 'HIDDEN'],
        'Administrators set HIDDEN, and of a hidden listing ACTIVE, or SOLD where it was sold',
      ),
      reason: Reason,
      rule: Rule,
    }),
    response: AdminListing,
    errors: {
      FORBIDDEN: 'The target is the administrator’s own, or about them, and another one can decide.',
      CONFLICT: 'The listing is hidden or shown already, or its phone is reported stolen.',
      GONE: 'The listing was deleted.',
    },
  },
  'PATCH /api/admin/listings/:id/feature': {
    summary: 'Feature a listing until a moment, or (null) no longer',
    access: 'admin',
    changes: ['listings', 'moderation'],
    params: ById,
    body: z.object({ until: Timestamp.nullable(), reason: Reason }),
    response: AdminListing,
    errors: {
      FORBIDDEN: 'The target is the administrator’s own, or about them, and another one can decide.',
      CONFLICT: 'The listing is not active, or not featured.',
      GONE: 'The listing was deleted.',
    },
  },
  'DELETE /api/admin/listings/:id': {
    summary: 'Delete a listing, softly',
    access: 'admin',
    changes: ['listings', 'moderation'],
    params: ById,
    body: z.object({ reason: Reason, rule: Rule }),
    response: z.null(),
    errors: {
      FORBIDDEN: 'The target is the administrator’s own, or about them, and another one can decide.',
      GONE: 'The listing was deleted.',
    },
  },
  'POST /api/admin/listings/bulk-delete': {
    summary: 'Delete listings, softly; those deleted already do not count',
    access: 'admin',
    changes: ['listings', 'moderation'],
    body: z.object({
      ids: z.array(Id).min(1, 'Choose at least one listing').max(100, 'Choose at most 100 listings'),
      reason: Reason,
      rule: Rule,
    }),
    response: z.object({ deleted: z.number().int() }),
    errors: {
      FORBIDDEN: 'The target is the administrator’s own, or about them, and another one can decide.',
    },
  },
  'GET /api/admin/users': {
    summary: 'Users, the newest first, or those with the most open reports about them and their listings',
    access: 'admin',
    shows: ['moderation'],
    query: PageQuery.extend({
      status: optionalParam(z.enum(['BANNED'], 'Filter by BANNED.')),
      sort: optionalParam(
        z.enum(['createdAt:desc', 'reports:desc'], 'Sort by createdAt:desc or reports:desc.'),
      ),
    }),
    headers: ['total'],
    response: z.array(AdminUser),
  },
  'POST /api/admin/users/:id/ban': {
    summary:
      'Ban a user, never an administrator: every session ends, and their listings leave the public pages',
    access: 'admin',
    changes: ['people', 'listings', 'moderation'],
    params: ById,
    body: z.object({ reason: Reason, rule: Rule }),
    response: AdminUser,
    errors: {
      FORBIDDEN: 'The user is an administrator.',
      CONFLICT: 'The user is banned.',
      GONE: 'The account was deleted.',
    },
  },
  'POST /api/admin/users/:id/unban': {
    summary: 'Let a banned user in again; their listings come back',
    access: 'admin',
    changes: ['people', 'listings', 'moderation'],
    params: ById,
    body: z.object({ reason: Reason }),
    response: AdminUser,
    errors: { CONFLICT: 'The user is not banned.', GONE: 'The account was deleted.' },
  },
  'GET /api/admin/reports': {
    summary: 'Reports that the caller may decide, the newest first',
    access: 'admin',
    shows: ['moderation'],
    query: PageQuery.extend({ status: optionalParam(ReportStatus) }),
    headers: ['total'],
    response: z.array(AdminReport),
  },
  'PATCH /api/admin/reports/:id': {
    summary: 'Close a NEW report: REVIEWED without, ACTIONED with consequences',
    access: 'admin',
    changes: ['moderation'],
    params: ById,
    body: z.object({
      status: z.enum(['REVIEWED', 'ACTIONED'], 'A report becomes REVIEWED or ACTIONED'),
      reason: Reason,
    }),
    response: AdminReport,
    errors: {
      FORBIDDEN: 'The target is the administrator’s own, or about them, and another one can decide.',
      CONFLICT: 'The report is closed, or another administrator works on its case.',
    },
  },
  'GET /api/admin/history': {
    summary: 'What administrators did, the newest first',
    access: 'admin',
    shows: ['moderation'],
    query: PageQuery.extend({
      targetType: optionalParam(z.enum(moderationTargets)),
      targetId: wholeParam('Targets are numbers.', maxId),
    }),
    headers: ['total'],
    response: z.array(ModerationAct),
  },
})
