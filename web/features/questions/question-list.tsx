import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import type { Listing } from '#shared/contract/listings.ts'
import type { Question } from '#shared/contract/questions.ts'
import { QuestionItem } from './question-item.tsx'

/** Number of questions before 'Show all'. */
const shownFirst = 5

interface QuestionListProps {
  listing: Listing
  questions: Question[] | undefined
  failed: boolean
  onRetry: () => void
  answeringAs: number | null
  emptyText: string
}

/** The questions, newest first, or an empty or error state. */
export function QuestionList(props: QuestionListProps) {
  const { listing, questions, failed, onRetry, answeringAs, emptyText } = props
  if (!questions) return failed ? <Unreadable onRetry={onRetry} /> : <Waiting />
  if (questions.length === 0) return <Nothing text={emptyText} />
  return <Items listing={listing} questions={questions} answeringAs={answeringAs} />
}

interface ItemsProps {
  listing: Listing
  questions: Question[]
  answeringAs: number | null
}

function Items({ listing, questions, answeringAs }: ItemsProps) {
  const [all, setAll] = useState(false)
  const [countAtFirst] = useState(questions.length)
  // Live updates must not shift the page, least of all an answer being written.
  const cameIn = Math.max(0, questions.length - countAtFirst)
  const shown = all ? questions : questions.slice(0, shownFirst + cameIn)
  return (
    <>
      <ul className="divide-y divide-line">
        {shown.map((question) => (
          <QuestionItem
            key={question.id}
            listingId={listing.id}
            sellerName={listing.seller.fullName}
            question={question}
            answeringAs={answeringAs}
          />
        ))}
      </ul>
      {shown.length < questions.length && (
        <button
          type="button"
          className="button button-outline mt-5 w-full noscript:hidden"
          onClick={() => setAll(true)}
        >
          {`Show all ${questions.length} questions`}
        </button>
      )}
    </>
  )
}

function Nothing({ text }: { text: string }) {
  return (
    <div className="flex items-center gap-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-ink">
        <MessagesSquare className="size-5" />
      </span>
      <p className="min-w-0">
        <span className="block font-semibold">No questions yet</span>
        <span className="block text-sm text-muted">{text}</span>
      </p>
    </div>
  )
}

function Unreadable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="alert">The questions could not be loaded.</p>
      <button type="button" className="button button-outline" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}

function Waiting() {
  return (
    <div role="status" className="flex gap-3">
      <span className="sr-only">Loading...</span>
      <span className="skeleton size-10 shrink-0 rounded-full" />
      <span className="grow space-y-2">
        <span className="skeleton block h-4 w-32" />
        <span className="skeleton block h-4 w-full" />
      </span>
    </div>
  )
}
