import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Id, Lines, Timestamp } from './common.ts'
import { ById, optionalParam, PathId } from './parameters.ts'

export const Question = z.object({
  id: Id,
  question: z.string(),
  /** Null until the seller answers. */
  answer: z.string().nullable(),
  answeredAt: Timestamp.nullable(),
  createdAt: Timestamp,
  user: z.object({ id: Id, fullName: z.string(), avatarUrl: z.string().nullable() }),
})
export type Question = z.output<typeof Question>

const QuestionDraft = z.object({
  question: Lines.min(limits.question.min, `Question must be at least ${limits.question.min} characters`).max(
    limits.question.max,
    `Question must be at most ${limits.question.max} characters`,
  ),
})

export const AnswerDraft = z.object({
  answer: Lines.min(1, 'Answer is required').max(
    limits.answer.max,
    `Answer must be at most ${limits.answer.max} characters`,
  ),
  /** The `answeredAt` that the seller saw: null where the question was not answered. */
  answeredAt: Timestamp.nullish(),
})

export type AnswerDraft = z.output<typeof AnswerDraft>

export const questions = endpoints({
  'GET /api/listings/:id/questions': {
    summary: `The questions of a listing, the newest first, ${limits.page.default} at a time; while questions are off, answered ones and one’s own`,
    access: 'anyone',
    shows: ['questions', 'listings', 'people'],
    offline: true,
    consistency: 'replica for visitor pages',
    params: ById,
    query: z.object({ cursor: optionalParam(PathId) }),
    headers: ['total', 'next'],
    response: z.array(Question),
    errors: { GONE: 'The listing was deleted.' },
  },
  'POST /api/listings/:id/questions': {
    summary: 'Ask the seller a question; not on one’s own listing, and only while questions are on',
    access: 'user',
    changes: ['questions'],
    limit: 'question',
    retry: 'by key',
    params: ById,
    body: QuestionDraft,
    response: Question,
    status: 201,
    errors: {
      FORBIDDEN: 'The listing is the caller’s own, takes no questions, or one of the two blocked the other.',
      CONFLICT: 'The listing is sold or not public.',
      RATE_LIMITED: 'The quota of questions in 24 hours is used up.',
      GONE: 'The listing was deleted.',
    },
  },
  'PATCH /api/questions/:id/answer': {
    summary:
      'Answer a question on one’s own listing; answering again replaces the answer; with `answeredAt`, only the one that it names',
    access: 'owner',
    changes: ['questions'],
    params: ById,
    body: AnswerDraft,
    response: Question,
    errors: {
      FORBIDDEN: 'The listing is somebody else’s.',
      STALE_VERSION: 'Another answer was written since `answeredAt`; `current` is the question as it is now.',
      GONE: 'The listing was deleted.',
    },
  },
  'PATCH /api/listings/:id/toggle-questions': {
    summary: 'Turn questions on one’s own listing off, or on again; with `questionsEnabled`, to what it says',
    access: 'owner',
    changes: ['listings', 'questions'],
    retry: 'by key',
    params: ById,
    body: z.object({ questionsEnabled: z.boolean().optional() }),
    response: z.object({ questionsEnabled: z.boolean() }),
    errors: { FORBIDDEN: 'The listing is somebody else’s.', GONE: 'The listing was deleted.' },
  },
})
