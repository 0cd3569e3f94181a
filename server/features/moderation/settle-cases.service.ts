import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { CaseAction, CaseTarget } from '#shared/contract/cases.ts'
import { AppError } from '#shared/errors.ts'
import { writeClaims } from './case-claims.db.ts'
import { findCase, type OpenCase } from './cases.db.ts'
import { notYours } from './may-decide.service.ts'
import {
  banWithin,
  claimed,
  deleteOneWithin,
  type ModerationRequest,
  setStatusWithin,
  settleReportsAbout,
  type Within,
} from './moderation-actions.service.ts'

type Services = Pick<Context, 'db' | 'jobs' | 'realtime'>

interface Settlement extends Omit<ModerationRequest, 'id'> {
  action: CaseAction
}

export interface Settled {
  /** How many reports were closed. */
  closed: number
  failed: (CaseTarget & { message: string })[]
  /** Accounts that were banned. */
  banned: number[]
}

/** Claims cases for an administrator and releases their others; returns the owner of each claim. */
export async function claimCases(
  db: Db,
  admin: Viewer,
  { cases, takeOver = false }: { cases: CaseTarget[]; takeOver?: boolean | undefined },
) {
  const claims = await inTransaction(db, (tx) => writeClaims(tx, admin.id, cases, takeOver))
  return claims.map(({ targetType, targetId, adminId: id, fullName, until }) => ({
    targetType,
    targetId,
    claim: { admin: { id, fullName }, until: until.toISOString() },
  }))
}

/**
 * Settles cases one after the other, each in a transaction: acts on the target and closes its open reports. A case that cannot be settled
 * stays open, and its result has the reason. Idempotent: a repeat finds no open report, and a target in the wanted state is not changed.
 */
export async function settleCases(
  services: Services,
  targets: CaseTarget[],
  settlement: Settlement,
): Promise<Settled> {
  const settled: Settled = { closed: 0, failed: [], banned: [] }
  for (const target of targets)
    try {
      const { closed, banned } = await settle(services, target, settlement)
      settled.closed += closed
      if (banned !== null) settled.banned.push(banned)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      settled.failed.push({ ...target, message: error.message })
    }
  return settled
}

async function settle(
  { db, jobs, realtime }: Services,
  target: CaseTarget,
  settlement: Settlement,
): Promise<{ closed: number; banned: number | null }> {
  const { admin, action } = settlement
  const settled = await inTransaction(db, async (tx) => {
    const open = await findCase(tx, admin.id, target)
    if (open.openReports === 0) throw new AppError('CONFLICT', 'Somebody has settled this case already.')
    if (!open.mayDecide) throw notYours()
    if (open.claimedBy !== null) throw claimed(open.claimedBy)
    await actOn({ tx, jobs }, target, open, settlement)
    const status = action === 'DISMISS' ? 'REVIEWED' : 'ACTIONED'
    return {
      closed: await settleReportsAbout(tx, settlement, target, status),
      banned: action === 'BAN' ? open.ownerId : null,
    }
  })
  if (settled.banned !== null) realtime.disconnectUser(settled.banned)
  return settled
}

async function actOn(
  within: Within,
  { targetType, targetId: id }: CaseTarget,
  { ownerId, isDeleted, isHiddenByModerator, isHeld, isOwnerBanned }: OpenCase,
  { action, ...act }: Settlement,
): Promise<void> {
  if (action === 'DISMISS' || action === 'ACTION') return
  if (ownerId === null)
    throw new AppError(
      'NOT_FOUND',
      'The reported listing or account no longer exists. Dismiss the case, or mark it as actioned.',
    )
  if (action === 'BAN') return isOwnerBanned ? undefined : banWithin(within, { ...act, id: ownerId })
  if (targetType === 'USER')
    throw new AppError('CONFLICT', 'An account cannot be hidden or deleted. Ban it, or dismiss the case.')
  if (isDeleted) return
  if (action === 'DELETE') return deleteOneWithin(within, { ...act, id })
  if (isHeld)
    throw new AppError('CONFLICT', 'This listing waits in the review queue. Reject it there, or delete it.')
  if (!isHiddenByModerator) await setStatusWithin(within, { ...act, id }, 'HIDDEN')
}
