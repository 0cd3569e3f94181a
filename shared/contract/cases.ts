import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits, maxId } from '../limits.ts'
import { thresholds } from '../thresholds.ts'
import { ModerationAct, PageQuery, Reason, Rule } from './admin.ts'
import { Id, Kobo, Line, Person, Timestamp } from './common.ts'
import { optionalParam, wholeParam } from './parameters.ts'
import { Report, ReportTarget } from './reports.ts'

/** What open reports are about: one case. */
const CaseTarget = z.object({ targetType: ReportTarget, targetId: Id })
export type CaseTarget = z.output<typeof CaseTarget>

/** A fact about a target that moderators see beside its reports. */
export const Evidence = z.object({
  /**
   * HELD: a rule held it, its photo, its owner or a message of theirs for review. WARNED: somebody was warned about a message of its owner.
   */
  kind: z.enum(['HELD', 'WARNED']),
  /** Of the item of the review queue, or of the message. */
  id: z.number().int(),
  text: z.string(),
  /** Addresses of pictures, at most three. */
  pictures: z.array(z.string()),
  /** What to open for more: paths of Oja. */
  links: z.array(z.object({ label: z.string(), href: z.string() })),
})
export type Evidence = z.output<typeof Evidence>

/** What a target showed when it was reported. */
export const ReportedState = z.object({
  /** The listing's title or the user's name. */
  label: z.string(),
  text: z.string(),
  price: Kobo.nullable(),
  /** Addresses of the listing's photos, or of the user's picture. */
  pictures: z.array(z.string()),
})
export type ReportedState = z.output<typeof ReportedState>

/** One open report of a case. */
const CaseReport = Report.pick({ id: true, reason: true, details: true, createdAt: true }).extend({
  /** How many reports the reporter made; how many of them were closed, and with consequences (`upheld`). */
  reporter: Person.extend({
    createdAt: Timestamp,
    reports: z.number().int(),
    closed: z.number().int(),
    upheld: z.number().int(),
    /** Upheld reports of others about the reporter's own account and listings, and when the last was closed. */
    upheldAbout: z.number().int(),
    upheldAboutAt: Timestamp.nullable(),
  }),
  /** The last messages between the reporter and the target's owner, oldest first; about a listing, those about it. */
  messages: z.array(
    z.object({
      from: z.enum(['REPORTER', 'OWNER']),
      body: z.string(),
      attachment: z.string().nullable(),
      createdAt: Timestamp,
    }),
  ),
  /**
   * Where it is neither what the target shows now nor what the report before says: its owner changed it. Also null where the report is of
   * an earlier version of Oja.
   */
  seen: ReportedState.nullable(),
})
export type CaseReport = z.output<typeof CaseReport>

/** Who keeps others from working on a case, until when. */
const Claim = z.object({ admin: Person, until: Timestamp })
export type Claim = z.output<typeof Claim>

/** The open reports about one target, with what a decision needs. */
export const Case = CaseTarget.extend({
  /** The oldest open report's. */
  id: Id,
  since: Timestamp,
  openReports: z.number().int(),
  /** The oldest open ones, at most 20. */
  reports: z.array(CaseReport),
  /** Null if it no longer exists. */
  target: z
    .object({
      /** The listing's title or the user's name. */
      label: z.string(),
      picture: z.string().nullable(),
      /** The beginning of the listing's description or of the user's own words. */
      text: z.string(),
      /** A listing's. */
      price: Kobo.nullable(),
      /** A listing's status, 'DELETED', 'BANNED', or 'ACTIVE'. */
      state: z.string(),
      isHiddenByModerator: z.boolean(),
      createdAt: Timestamp,
      /** The listing's seller, or the user. */
      owner: Person.extend({
        createdAt: Timestamp,
        isBanned: z.boolean(),
        isAdmin: z.boolean(),
        /** Reports about the account and all its listings. */
        openReports: z.number().int(),
        upheldReports: z.number().int(),
        /** The last three upheld ones; `label` is the listing's title, empty where the account was reported. */
        upheld: z.array(z.object({ id: Id, reason: z.string(), label: z.string(), closedAt: Timestamp })),
        /** What moderators did about the account and its listings before; the last three. */
        acts: z.array(
          ModerationAct.pick({ id: true, action: true, reason: true, rule: true, createdAt: true }).extend({
            label: z.string(),
          }),
        ),
        actCount: z.number().int(),
      }),
    })
    .nullable(),
  evidence: z.array(Evidence),
  claim: Claim.nullable(),
})
export type Case = z.output<typeof Case>

/** HIDE, DELETE: the listing. BAN: the user, or the listing's seller. DISMISS: nothing. ACTION: it was dealt with elsewhere. */
export const CaseAction = z.enum(['HIDE', 'DELETE', 'BAN', 'DISMISS', 'ACTION'])
export type CaseAction = z.output<typeof CaseAction>

const caseTargets = z
  .array(CaseTarget)
  .max(thresholds.cases.atOnce, `Choose at most ${thresholds.cases.atOnce} cases`)

const dayForm = 'Days are written as 2026-03-12.'
/** PostgreSQL has no year 0. */
const Day = z.iso.date(dayForm).refine((day) => day >= '0001', dayForm)

export const cases = endpoints({
  'GET /api/admin/cases': {
    summary: `Open reports that the caller may decide, grouped by target, oldest first; the total is exact up to ${thresholds.cases.counted}`,
    access: 'admin',
    shows: ['moderation', 'listings', 'people'],
    query: PageQuery.extend({
      targetType: optionalParam(ReportTarget),
      /** Cases with an open report that gives this reason. */
      reason: optionalParam(Line.max(limits.report.reason, 'That reason is too long.')),
      /** Cases whose oldest open report is of these days, in Lagos. */
      since: optionalParam(Day),
      until: optionalParam(Day),
      reporterId: wholeParam('Reporters are numbers.', maxId),
      sort: optionalParam(
        z.enum(['createdAt:asc', 'createdAt:desc'], 'Sort by createdAt:asc or createdAt:desc.'),
      ),
    }),
    headers: ['total'],
    response: z.array(Case),
  },
  'POST /api/admin/cases/claim': {
    summary: `Claim these cases for ${thresholds.cases.claimMinutes} minutes and give back the caller's others; those of somebody else stay theirs`,
    access: 'admin',
    changes: ['moderation'],
    body: z.object({
      cases: caseTargets,
      /** Also takes what another administrator claimed. */
      takeOver: z.boolean().optional(),
    }),
    response: z.array(CaseTarget.extend({ claim: Claim })),
  },
  'POST /api/admin/cases/settle': {
    summary:
      'Act on the targets and close all their open reports: REVIEWED where dismissed, ACTIONED otherwise. One that cannot be settled says why and keeps the others going',
    access: 'admin',
    changes: ['people', 'listings', 'moderation'],
    body: z.object({
      cases: caseTargets.min(1, 'Choose at least one case'),
      action: CaseAction,
      rule: Rule,
      reason: Reason,
    }),
    response: z.object({
      /** How many reports were closed. */
      closed: z.number().int(),
      failed: z.array(CaseTarget.extend({ message: z.string() })),
    }),
  },
})
