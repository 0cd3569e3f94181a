import type { Jobs } from '#server/core/jobs/jobs.ts'
import { keysetPage } from '#server/core/keyset-pages.ts'
import type { Memoize } from '#server/core/register-endpoints.ts'
import { authorizeOwner } from '#server/core/session/authorize.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Env } from '#server/env.ts'
import { findUndeletedListing, findVisibleListing } from '#server/features/listings/listings.public.ts'
import { readQuotaError, withQuotaLock } from '#server/features/moderation/moderation.public.ts'
import { notifyWithMail } from '#server/features/notifications/notifications.public.ts'
import type { AnswerDraft, Question } from '#shared/contract/questions.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import {
  type AskedListing,
  findBlocksBetween,
  findMailRecipient,
  findQuestion,
  findQuestions,
  findWaitingQuestion,
  insertQuestion,
  lockListing,
  type StoredQuestion,
  writeAnswer,
} from './questions.db.ts'
import { answeredMail, newQuestionMail } from './questions.mails.ts'

interface Services {
  db: Db
  jobs: Jobs
  env: Env
}

/**
 * A page of the questions that the viewer may see, newest first, after the question `cursor`; the new cursor is null on the last page.
 * Throws NOT_FOUND or GONE like the listing itself.
 */
export async function listQuestions(
  db: Db,
  listingId: number,
  viewer: Viewer | null,
  memoize: Memoize,
  cursor: number | undefined,
): Promise<{ items: Question[]; total: number; cursor: number | null }> {
  const listing = await findUndeletedListing(db, listingId, viewer, memoize)
  const viewerId = viewer?.id ?? null
  const forSeller = listing.sellerId === viewerId
  const size = limits.page.default
  const found = listing.hasQuestions
    ? await findQuestions(db, {
        listingId: listing.id,
        ...{ forSeller, viewerId, after: cursor ?? null, limit: size + 1 },
      })
    : []
  const { items, cursor: next } = keysetPage(found, size, ({ id }) => id)
  return { items: items.map(present), total: found[0]?.total ?? 0, cursor: next }
}

/**
 * Asks the seller, who is notified, by mail too if they want it. The same text again, while unanswered, is the same question.
 * Throws FORBIDDEN for the seller, while questions are off and between people who blocked each other,
 * CONFLICT if the listing is not for sale, RATE_LIMITED when the daily quota is used up.
 */
export async function ask(
  { db, jobs, env }: Services,
  viewer: Viewer,
  listingId: number,
  text: string,
): Promise<Question> {
  return withQuotaLock(db, viewer.id, async (tx) => {
    const locked = await lockListing(tx, listingId)
    if (!locked) throw new AppError('NOT_FOUND', 'This listing is not available.')
    const { status, sellerIsInactive, sellerId } = await findUndeletedListing(tx, listingId, viewer)
    if (sellerId === viewer.id) {
      throw new AppError('FORBIDDEN', 'This is your own listing: you answer its questions.')
    }
    if (status === 'SOLD') {
      throw new AppError('CONFLICT', 'This item is sold, so it takes no new questions.')
    }
    if (status !== 'ACTIVE' || sellerIsInactive) {
      throw new AppError('CONFLICT', 'This listing is not public now, so it takes no new questions.')
    }
    if (!locked.questionsEnabled) {
      throw new AppError('FORBIDDEN', 'The seller takes no questions on this listing at the moment.')
    }
    const blocks = await findBlocksBetween(tx, viewer.id, sellerId)
    if (blocks.byUser) {
      throw new AppError('FORBIDDEN', 'You blocked this seller. Unblock them to ask a question.')
    }
    if (blocks.byOther) throw new AppError('FORBIDDEN', 'This seller takes no questions from you.')

    const unanswered = await findWaitingQuestion(tx, listingId, viewer.id, text)
    if (unanswered) return present(unanswered)
    const full = await readQuotaError(tx, env, viewer.id, 'QUESTIONS')
    if (full) return full
    const id = await insertQuestion(tx, { listingId, askerId: viewer.id, question: text })
    const question = await readBack(tx, id)
    await notifySeller({ tx, jobs }, locked, question)
    return present(question)
  })
}

/**
 * Writes or replaces the seller's answer; the asker is notified of the first one by mail. Throws
 * STALE_VERSION if the stored answer is not the one that the seller saw, NOT_FOUND if the viewer does not see
 * the listing, FORBIDDEN for everyone but its seller, GONE once it is deleted. Also returns the listing's id.
 */
export async function answerQuestion(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  viewer: Viewer,
  questionId: number,
  { answer: text, answeredAt }: AnswerDraft,
): Promise<{ listingId: number; question: Question }> {
  return inTransaction(db, async (tx) => {
    const found = await findQuestion(tx, questionId)
    const locked = found && (await lockListing(tx, found.listingId))
    // Read again under the lock: it may have been answered in the meantime.
    const before = locked && (await findQuestion(tx, questionId))
    if (!locked || !before) throw new AppError('NOT_FOUND', 'There is no such question.')
    const listing = await findVisibleListing(tx, locked.id, viewer)
    const own = authorizeOwner(before, listing.sellerId, viewer, 'Only the seller can answer this question.')
    if (listing.deletedAt) throw new AppError('GONE', 'This listing was deleted.')
    const isStale = answeredAt !== undefined && answeredAt !== present(before).answeredAt
    // A retry after a lost response finds its own answer.
    if (isStale && before.answer === text) return { listingId: locked.id, question: present(before) }
    if (isStale) throw stale(present(before))
    await writeAnswer(tx, own, text)
    const question = await readBack(tx, questionId)
    if (before.answer === null) await notifyAsker({ tx, jobs }, locked, question, viewer)
    return { listingId: locked.id, question: present(question) }
  })
}

const stale = (current: Question) =>
  new AppError(
    'STALE_VERSION',
    `You answered this in another tab or on another device: “${current.answer}”. Post again to replace that answer.`,
    { current },
  )

async function readBack(tx: Tx, id: number): Promise<StoredQuestion> {
  const question = await findQuestion(tx, id)
  if (!question) throw new Error(`Question ${id} was not found after its own write.`)
  return question
}

async function notifySeller(
  { tx, jobs }: { tx: Tx; jobs: Jobs },
  { id: listingId, sellerId, forSeller: listing }: AskedListing,
  { id: questionId, askerId: actorId, askerName, question }: StoredQuestion,
): Promise<void> {
  const seller = await findMailRecipient(tx, sellerId)
  if (!seller) return
  const mail = newQuestionMail({ ...seller, questionId, listing, askerName, question })
  const notification = {
    userId: sellerId,
    kind: 'QUESTION',
    subjectId: listingId,
    listingId,
    actorId,
  } as const
  await notifyWithMail({ tx, jobs }, notification, seller.wantsMail ? mail : null)
}

async function notifyAsker(
  { tx, jobs }: { tx: Tx; jobs: Jobs },
  { id: listingId, forOthers: listing }: AskedListing,
  { id: questionId, askerId, question, answer }: StoredQuestion,
  { id: sellerId, fullName: sellerName }: Viewer,
): Promise<void> {
  const asker = await findMailRecipient(tx, askerId)
  const blocks = await findBlocksBetween(tx, askerId, sellerId)
  if (!asker || blocks.byUser || blocks.byOther) return
  const about = { questionId, listing, question, sellerName, answer: answer ?? '' }
  const mail = answeredMail({ ...asker, ...about })
  const notification = {
    userId: askerId,
    kind: 'ANSWER',
    subjectId: listingId,
    listingId,
    actorId: sellerId,
  } as const
  await notifyWithMail({ tx, jobs }, notification, asker.wantsMail ? mail : null)
}

function present(stored: StoredQuestion): Question {
  return {
    id: stored.id,
    question: stored.question,
    answer: stored.answer,
    answeredAt: stored.answeredAt?.toISOString() ?? null,
    createdAt: stored.createdAt.toISOString(),
    user: { id: stored.askerId, fullName: stored.askerName, avatarUrl: stored.askerAvatarUrl },
  }
}
