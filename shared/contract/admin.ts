import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { ListingCard } from './catalogue.ts'
import { ById, Id, Line, Lines, optionalParam, Timestamp } from './common.ts'
import { ListingStatus } from './listing-values.ts'
import { Report, ReportStatus } from './reports.ts'

export const AdminStats = z.object({
  totalUsers: z.number().int(),
  totalListings: z.number().int(),
  activeListings: z.number().int(),
  pendingReports: z.number().int(),
  /** What was held back and waits for a decision. */
  openHolds: z.number().int(),
})
export type AdminStats = z.output<typeof AdminStats>

const Named = z.object({ name: z.string(), count: z.number().int() })

/** What happened on each of the last 90 days, and where the active listings are. */
export const AdminTrends = z.object({
  days: z.array(
    z.object({
      /** YYYY-MM-DD, UTC; the oldest first, none left out. */
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
  moderationReason: z.string().nullable(),
  featuredUntil: Timestamp.nullable(),
  openReports: z.number().int(),
})
export type AdminListing = z.output<typeof AdminListing>

export const AdminUser = z.object({
  id: Id,
  fullName: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(['USER', 'ADMIN']),
  isBanned: z.boolean(),
  createdAt: Timestamp,
  avatarUrl: z.string().nullable(),
  ratingAvg: z.string(),
  ratingCount: z.number().int(),
  verifiedEmail: z.boolean(),
  phoneVerifiedAt: Timestamp.nullable(),
  activeListings: z.number().int(),
  openReports: z.number().int(),
})
export type AdminUser = z.output<typeof AdminUser>

export const AdminReport = Report.extend({
  reporter: z.object({ id: Id, fullName: z.string() }),
  /** What the report is about, as it is now; null where it is no more. */
  target: z
    .object({
      /** The listing's title or the user's name. */
      label: z.string(),
      /** The listing's cover or the user's picture. */
      picture: z.string().nullable(),
      /** A listing's status, 'DELETED', 'BANNED', or 'ACTIVE'. */
      state: z.string(),
      /** The listing's seller; the user themselves. */
      owner: z.object({ id: Id, fullName: z.string() }),
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
] as const
export type ModerationAction = (typeof moderationActions)[number]

/** MESSAGE: one that was held back. */
const moderationTargets = ['USER', 'LISTING', 'REPORT', 'MESSAGE'] as const

export const ModerationAct = z.object({
  id: Id,
  action: z.enum(moderationActions),
  targetType: z.enum(moderationTargets),
  /** Of a MESSAGE: the id of what was held back. */
  targetId: Id,
  /** The listing's title, the user's name, the report's reason or the message's beginning. */
  label: z.string(),
  reason: z.string().nullable(),
  createdAt: Timestamp,
  admin: z.object({ id: Id, fullName: z.string() }),
})
export type ModerationAct = z.output<typeof ModerationAct>

/** Why; told to the owner of what it is about. */
export const Reason = Lines.max(limits.moderationReason.max, 'A reason has at most 500 characters').optional()

const whole = (what: string, max: number) =>
  optionalParam(z.coerce.number<string | number>(what).int(what).min(1, what).max(max, what))

export const PageQuery = z.object({
  q: optionalParam(Line.max(limits.search.max, 'Please search with fewer words.')),
  page: whole('Pages are numbered from 1.', 1_000_000),
  limit: whole('A page has 1 to 100 rows.', limits.page.max),
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
  category: whole('Categories are numbers.', 2_147_483_647),
  status: optionalParam(ListingStatus),
  sellerId: whole('Sellers are numbers.', 2_147_483_647),
  deleted: optionalParam(z.enum(['true', 'false']).transform((value) => value === 'true')),
  sort: optionalParam(z.enum(adminListingSorts, 'Sort by createdAt, price or title, such as price:asc.')),
})
export type AdminListingQuery = z.output<typeof AdminListingQuery>

export const admin = endpoints({
  'GET /api/admin/stats': {
    summary: 'The numbers at the top of the dashboard',
    access: 'admin',
    response: AdminStats,
  },
  'GET /api/admin/trends': {
    summary: 'The last 90 days, and the active listings by category and state',
    access: 'admin',
    response: AdminTrends,
  },
  'GET /api/admin/listings': {
    summary: 'Listings of every status, a page at a time; deleted ones only with deleted=true',
    access: 'admin',
    query: AdminListingQuery,
    response: z.object({
      items: z.array(AdminListing),
      total: z.number().int(),
      page: z.number().int(),
      totalPages: z.number().int(),
    }),
  },
  'PATCH /api/admin/listings/:id': {
    summary: 'Hide a listing, or show a hidden one again; not a deleted one',
    access: 'admin',
    changesPages: true,
    params: ById,
    body: z.object({
      status: z.enum(['ACTIVE', 'HIDDEN'], 'Administrators set ACTIVE or HIDDEN'),
      reason: Reason,
    }),
    response: AdminListing,
  },
  'PATCH /api/admin/listings/:id/feature': {
    summary: 'Feature a listing until a moment, or (null) no longer',
    access: 'admin',
    changesPages: true,
    params: ById,
    body: z.object({ until: Timestamp.nullable(), reason: Reason }),
    response: AdminListing,
  },
  'DELETE /api/admin/listings/:id': {
    summary: 'Delete a listing, softly',
    access: 'admin',
    changesPages: true,
    params: ById,
    body: z.object({ reason: Reason }),
    response: z.null(),
  },
  'POST /api/admin/listings/bulk-delete': {
    summary: 'Delete listings, softly; those deleted already do not count',
    access: 'admin',
    changesPages: true,
    body: z.object({
      ids: z.array(Id).min(1, 'Choose at least one listing').max(100, 'Choose at most 100 listings'),
      reason: Reason,
    }),
    response: z.object({ deleted: z.number().int() }),
  },
  'GET /api/admin/users': {
    summary: 'Users, the newest first; X-Total-Count',
    access: 'admin',
    query: PageQuery,
    response: z.array(AdminUser),
  },
  'POST /api/admin/users/:id/ban': {
    summary:
      'Ban a user, never an administrator: every session ends, and their listings leave the public pages',
    access: 'admin',
    changesPages: true,
    params: ById,
    body: z.object({ reason: Reason }),
    response: AdminUser,
  },
  'POST /api/admin/users/:id/unban': {
    summary: 'Let a banned user in again; their listings come back',
    access: 'admin',
    changesPages: true,
    params: ById,
    body: z.object({ reason: Reason }),
    response: AdminUser,
  },
  'GET /api/admin/reports': {
    summary: 'Reports, the newest first; X-Total-Count',
    access: 'admin',
    query: PageQuery.extend({ status: optionalParam(ReportStatus) }),
    response: z.array(AdminReport),
  },
  'PATCH /api/admin/reports/:id': {
    summary: 'Close a NEW report: REVIEWED without, ACTIONED with consequences',
    access: 'admin',
    params: ById,
    body: z.object({
      status: z.enum(['REVIEWED', 'ACTIONED'], 'A report becomes REVIEWED or ACTIONED'),
      reason: Reason,
    }),
    response: AdminReport,
  },
  'GET /api/admin/history': {
    summary: 'What administrators did, the newest first; X-Total-Count',
    access: 'admin',
    query: PageQuery.omit({ q: true }).extend({
      targetType: optionalParam(z.enum(moderationTargets)),
      targetId: whole('Targets are numbers.', 2_147_483_647),
    }),
    response: z.array(ModerationAct),
  },
})
