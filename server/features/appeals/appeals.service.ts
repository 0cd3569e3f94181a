import type { Context } from '#server/context.ts'
import { appealToken, readAppealToken } from '#server/core/mail/signed-links.ts'
import type { Viewer } from '#server/core/session/session.ts'
import { inTransaction } from '#server/db/transaction.ts'
import {
  type DecisionEvents,
  type DeliverMessage,
  overturnDecision,
  revertAct,
} from '#server/features/moderation/moderation.public.ts'
import { notifyWithMail, ofDecision } from '#server/features/notifications/notifications.public.ts'
import type { AdminAppeal, AppealOutcome, Decision } from '#shared/contract/appeals.ts'
import { AppError } from '#shared/errors.ts'
import {
  type DecisionRow,
  findAppeal,
  findDecision,
  findDecisionsAbout,
  insertAppeal,
  lockAppeal,
  writeOutcome,
} from './appeals.db.ts'
import { appealDecidedMail } from './appeals.mails.ts'

type Services = Pick<Context, 'db' | 'env'>

export async function listOwnDecisions({ db, env }: Services, viewer: Viewer): Promise<Decision[]> {
  const rows = await findDecisionsAbout(db, viewer.id)
  return Promise.all(rows.map((row) => present(env, row)))
}

/** The decision that a link is about. Throws NOT_FOUND for an invalid token. */
export async function readLinkedDecision({ db, env }: Services, token: string): Promise<Decision> {
  const actId = await readAppealToken(env, token)
  const row = actId === null ? null : await findDecision(db, actId)
  if (!row)
    throw new AppError(
      'NOT_FOUND',
      'This link is incomplete. Open it again from the mail, or log in and appeal there.',
    )
  return present(env, row)
}

/** Appeals the decision that a link is about. CONFLICT where it was appealed or taken back already. */
export async function appeal(services: Services, token: string, text: string): Promise<Decision> {
  const decision = await readLinkedDecision(services, token)
  const actId = await readAppealToken(services.env, token)
  if (!decision.stands) throw new AppError('CONFLICT', 'This decision was taken back already.')
  if (actId === null || !(await insertAppeal(services.db, actId, text)))
    throw new AppError('CONFLICT', 'You appealed this decision already. Each can be appealed once.')
  return readLinkedDecision(services, token)
}

/**
 * Decides an appeal, with a mail to its writer; an overturned act that still stands is reverted. NOT_FOUND where there is none, CONFLICT
 * where it is decided, FORBIDDEN for the administrator whose act it is about and for the one who appeals, where there is another one.
 */
export async function decideAppeal(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  { admin, id, outcome, answer }: { admin: Viewer; id: number; outcome: AppealOutcome; answer: string },
  deliverMessage: DeliverMessage,
): Promise<{ decided: AdminAppeal; events: DecisionEvents | null }> {
  const events = await inTransaction(db, async (tx) => {
    const open = await lockAppeal(tx, admin.id, id)
    if (!open) throw noAppeal()
    if (open.outcome !== null) throw new AppError('CONFLICT', 'This appeal was decided already.')
    if (!open.mayDecide)
      throw new AppError(
        'FORBIDDEN',
        'This decision is yours, or about you. Another administrator decides about the appeal.',
      )
    await writeOutcome(tx, id, { outcome, answer, adminId: admin.id })
    const { id: userId, email: to, fullName: name, isInactive } = open.appellant
    const undo = async () => {
      if (outcome === 'UPHELD' || !open.stands) return null
      if (open.holdId !== null && open.about !== 'LISTING')
        return overturnDecision(tx, { admin, id: open.holdId, reason: answer, rule: null }, deliverMessage)
      await revertAct(tx, admin, open, answer)
      return null
    }
    const events = await undo()
    const detail = outcome === 'OVERTURNED' ? 'APPEAL_SUCCEEDED' : 'APPEAL_FAILED'
    const mail = appealDecidedMail({ ...open, to, name, isInactive, outcome, answer })
    await notifyWithMail({ tx, jobs }, ofDecision(userId, open.actId, detail), mail)
    return events
  })
  const decided = await findAppeal(db, admin.id, id)
  if (!decided) throw noAppeal()
  return { decided, events }
}

async function present(
  env: Services['env'],
  { actId, createdAt, appeal: own, ...row }: DecisionRow,
): Promise<Decision> {
  return {
    ...row,
    token: await appealToken(env, actId),
    createdAt: createdAt.toISOString(),
    appeal: own && { ...own, createdAt: new Date(own.createdAt).toISOString() },
  }
}

const noAppeal = () => new AppError('NOT_FOUND', 'There is no such appeal.')
