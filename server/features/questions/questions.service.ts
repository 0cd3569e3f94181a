import type { Once } from '#server/core/implement.ts'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import { authorizeOwner } from '#server/core/session/authorize.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Env } from '#server/env.ts'
import { notingHits, startCounting, takeQuota } from '#server/features/held/quotas.service.ts'
import { findVisibleListing } from '#server/features/listings/listings.service.ts'
import type { AnswerDraft, Question } from '#shared/contract/questions.ts'
import { AppError } from '#shared/errors.ts'
import { absoluteUrl } from '#shared/own-address.ts'
import {
  type AskedListing,
  findBlocks,
  findMailAddress,
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

/** The questions that the viewer may see. Throws NOT_FOUND or GONE as the listing itself does. */
export async function listQuestions(
  db: Db,
  listingId: number,
  viewer: Viewer | null,
  once: Once,
): Promise<Question[]> {
  const listing = await findOpenListing(db, listingId, viewer, once)
  const viewerId = viewer?.id ?? null
  const forSeller = listing.sellerId === viewerId
  return (await findQuestions(db, { listingId: listing.id, forSeller, viewerId })).map(present)
}

/** A listing whose page the viewer may look at. Throws NOT_FOUND where it is hidden from them, GONE once deleted. */
export async function findOpenListing(db: Db, listingId: number, viewer: Viewer | null, once?: Once) {
  const listing = await findVisibleListing(db, listingId, viewer, once)
  if (listing.deletedAt) throw new AppError('GONE', 'This listing was deleted.')
  return listing
}

/**
 * Asks the seller, who is told by mail. The same words again, while they wait for an answer, are the same question.
 * Throws FORBIDDEN for the seller, while questions are off and between people who blocked each other, CONFLICT where the
 * listing is not for sale, RATE_LIMITED for whoever asked as many as they may in a day: each is a mail to somebody. `origin`
 * begins the links in mails.
 */
export async function ask(
  services: Services,
  viewer: Viewer,
  listingId: number,
  text: string,
  origin: string,
): Promise<Question> {
  return notingHits(services.db, viewer.id, 'QUESTIONS', () =>
    askOnce(services, viewer, listingId, text, origin),
  )
}

async function askOnce(
  { db, jobs, env }: Services,
  viewer: Viewer,
  listingId: number,
  text: string,
  origin: string,
): Promise<Question> {
  return inTransaction(db, async (tx) => {
    await startCounting(tx, viewer.id)
    const locked = await lockListing(tx, listingId)
    const { status, sellerIsAway, sellerId } = await findOpenListing(tx, listingId, viewer)
    if (!locked || sellerId === viewer.id) {
      throw new AppError('FORBIDDEN', 'This is your own listing: you answer its questions.')
    }
    if (status === 'SOLD') {
      throw new AppError('CONFLICT', 'This item is sold, so it takes no new questions.')
    }
    if (status !== 'ACTIVE' || sellerIsAway) {
      throw new AppError('CONFLICT', 'This listing is not public now, so it takes no new questions.')
    }
    if (!locked.questionsEnabled) {
      throw new AppError('FORBIDDEN', 'The seller takes no questions on this listing at the moment.')
    }
    const blocks = await findBlocks(tx, viewer.id, sellerId)
    if (blocks.byUser) {
      throw new AppError('FORBIDDEN', 'You blocked this seller. Unblock them to ask a question.')
    }
    if (blocks.byOther) throw new AppError('FORBIDDEN', 'This seller takes no questions from you.')

    const waiting = await findWaitingQuestion(tx, listingId, viewer.id, text)
    if (waiting) return present(waiting)
    await takeQuota(tx, env, viewer.id, 'QUESTIONS')
    const id = await insertQuestion(tx, { listingId, askerId: viewer.id, question: text })
    const question = await readBack(tx, id)
    await tellSeller(tx, jobs, locked, question, origin)
    return present(question)
  })
}

/**
 * Answers as the seller, again in place of an earlier answer; whoever asked is told of the first one by mail. Throws
 * STALE_VERSION where there is another answer than the seller saw, NOT_FOUND where the viewer does not see the listing, FORBIDDEN for everyone but its seller, GONE once it is deleted.
 * Also returns the listing's id.
 */
export async function answerQuestion(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  viewer: Viewer,
  questionId: number,
  { answer: text, answeredAt }: AnswerDraft,
  origin: string,
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
    // Sent again because our answer was lost, it is there already.
    if (isStale && before.answer === text) return { listingId: locked.id, question: present(before) }
    if (isStale) throw stale(present(before))
    await writeAnswer(tx, own, text)
    const question = await readBack(tx, questionId)
    if (before.answer === null) await tellAsker(tx, jobs, locked, question, viewer, origin)
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
  if (!question) throw new Error(`Question ${id} is not there in its own transaction.`)
  return question
}

async function tellSeller(
  tx: Tx,
  jobs: Jobs,
  listing: AskedListing,
  question: StoredQuestion,
  origin: string,
): Promise<void> {
  const seller = await findMailAddress(tx, listing.sellerId)
  if (!seller) return
  const { askerName } = question
  await jobs.enqueueMail(tx, newQuestionMail({ ...about(listing, question, origin), to: seller, askerName }))
}

async function tellAsker(
  tx: Tx,
  jobs: Jobs,
  listing: AskedListing,
  question: StoredQuestion,
  seller: Viewer,
  origin: string,
): Promise<void> {
  const asker = await findMailAddress(tx, question.askerId)
  const blocks = await findBlocks(tx, question.askerId, seller.id)
  if (!asker || blocks.byUser || blocks.byOther) return
  const mail = answeredMail({
    ...about(listing, question, origin),
    title: listing.publicTitle,
    to: asker,
    sellerName: seller.fullName,
    answer: question.answer ?? '',
  })
  await jobs.enqueueMail(tx, mail)
}

function about(listing: AskedListing, question: StoredQuestion, origin: string) {
  return {
    questionId: question.id,
    title: listing.title,
    question: question.question,
    link: absoluteUrl(`/listings/${listing.id}#questions`, origin),
    settings: absoluteUrl('/settings', origin),
  }
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
