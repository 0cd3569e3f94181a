import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Id, Line, Lines, Timestamp } from './common.ts'

export const ReportTarget = z.enum(['USER', 'LISTING'], 'Reports are about a USER or a LISTING')
export const ReportStatus = z.enum(['NEW', 'REVIEWED', 'ACTIONED'])
export type ReportStatus = z.output<typeof ReportStatus>

export const ReportDraft = z.object({
  targetType: ReportTarget,
  targetId: Id,
  reason: Line.min(1, 'Please say what is wrong').max(
    limits.report.reason,
    `The reason has at most ${limits.report.reason} characters`,
  ),
  details: Lines.max(
    limits.report.details,
    `The details have at most ${limits.report.details} characters`,
  ).optional(),
})
export type ReportDraft = z.output<typeof ReportDraft>

/** A report as returned to its reporter. */
export const Report = z.object({
  id: Id,
  targetType: ReportTarget,
  targetId: Id,
  reason: z.string(),
  details: z.string().nullable(),
  status: ReportStatus,
  createdAt: Timestamp,
})
export type Report = z.output<typeof Report>

export const reports = endpoints({
  'POST /api/reports': {
    summary: 'Report a user or a listing to the administrators; not oneself, and once while it is open',
    access: 'user',
    changes: ['moderation'],
    limit: 'report',
    body: ReportDraft,
    response: Report,
    status: 201,
    errors: {
      FORBIDDEN: 'The target is the caller, or the caller’s listing.',
      NOT_FOUND: 'There is no such user or listing, or the caller may not know of it.',
      CONFLICT: 'An earlier report by the caller is open.',
      GONE: 'The listing was deleted.',
    },
  },
})
