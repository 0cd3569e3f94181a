import { useQueryClient } from '@tanstack/react-query'
import { Clock, Pencil, Reply, Store } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import type { Question } from '#shared/contract/questions.ts'
import { limits } from '#shared/limits.ts'
import { codeOf, currentOf } from '#web/lib/errors.ts'
import { timeAgo } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useLatePart } from '#web/ui/use-late-part.ts'
import { answerQuestion } from './changes.ts'
import { loadWritingForm } from './load-writing-form.ts'
import { forgetDraft } from './use-draft.ts'

interface QuestionItemProps {
  listingId: number
  sellerName: string
  question: Question
  /** The seller's id where the viewer is the seller: only they answer. */
  answeringAs: number | null
}

/** Who asked what and when, and the answer or that it is waited for. */
export function QuestionItem({ listingId, sellerName, question, answeringAs }: QuestionItemProps) {
  const { id, user, answer } = question
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  // What is answered, as it was when the form opened: another tab may answer meanwhile.
  const [seen, setSeen] = useState(question)
  const { Part: WritingForm, prepare, want } = useLatePart(loadWritingForm)
  const item = useRef<HTMLLIElement>(null)
  const draft = `answer:${answeringAs}:${id}`

  async function start() {
    setSeen(question)
    if (await want()) setOpen(true)
  }

  function close() {
    flushSync(() => setOpen(false))
    item.current?.focus({ preventScroll: true })
  }

  async function send(text: string): Promise<boolean> {
    try {
      await answerQuestion(client, listingId, seen, text)
    } catch (error) {
      // Told once, the seller may replace it.
      const current = codeOf(error) === 'STALE_VERSION' && currentOf<Question>(error)
      if (current) setSeen(current)
      throw error
    }
    close()
    forgetDraft(draft)
    showToast({ title: 'Answer posted', description: 'Your answer has been published.' })
    return true
  }

  return (
    <li ref={item} tabIndex={-1} className="flex gap-3 py-5 outline-none first:pt-0 last:pb-0">
      <Link href={paths.user(user.id)} tabIndex={-1} aria-hidden className="h-fit shrink-0 rounded-full">
        <Avatar url={user.avatarUrl} name={user.fullName} size={40} />
      </Link>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link href={paths.user(user.id)} className="py-0.5 font-bold wrap-anywhere hover:underline">
            {user.fullName}
          </Link>
          <Moment at={question.createdAt} />
        </p>
        <p className="mt-0.5 leading-relaxed wrap-anywhere whitespace-pre-line">{question.question}</p>
        {answer !== null && !open && (
          <div className="mt-3 rounded-card bg-brand-soft p-4">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-bold wrap-anywhere text-brand-ink">
                <Store aria-hidden className="mr-1.5 inline size-4 align-[-0.125em]" />
                <span className="sr-only">The seller, </span>
                {sellerName}
              </span>
              <Moment at={question.answeredAt} />
            </p>
            <p className="mt-1 leading-relaxed wrap-anywhere whitespace-pre-line">{answer}</p>
          </div>
        )}
        {answer === null && (
          <p className="mt-2 flex items-center gap-1.5 text-sm text-muted">
            <Clock aria-hidden className="size-4" />
            Waiting for seller to answer...
          </p>
        )}
        {answeringAs !== null && !open && (
          <button
            type="button"
            className={
              answer === null ? 'button button-outline mt-3' : 'button button-quiet mt-1 -ml-4 text-sm'
            }
            onClick={() => void start()}
            onPointerEnter={prepare}
            onFocus={prepare}
          >
            {answer === null ? (
              <Reply aria-hidden className="size-4" />
            ) : (
              <Pencil aria-hidden className="size-3.5" />
            )}
            {answer === null ? 'Reply' : 'Edit answer'}
            <span className="sr-only">{` to ${user.fullName}`}</span>
          </button>
        )}
        {open && WritingForm && (
          <div className="mt-3">
            <WritingForm
              label="Your answer"
              placeholder="Write your answer..."
              submitLabel="Post Answer"
              hint="Everyone can read it."
              min={1}
              max={limits.answer.max}
              draft={draft}
              failureTitle="Failed to post answer"
              initial={answer ?? ''}
              onSend={send}
              onCancel={close}
            />
          </div>
        )}
      </div>
    </li>
  )
}

function Moment({ at }: { at: string | null }) {
  const now = useNow()
  return (
    <time dateTime={at ?? undefined} className="text-sm text-muted">
      {timeAgo(at, now)}
    </time>
  )
}
