import { Clock, MessagesSquare, Store } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import type { Listing } from '#shared/contract/listings.ts'
import type { Question } from '#shared/contract/questions.ts'
import { timeAgo } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import type { Page } from '#web/lib/query-client.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

/** Number of questions before 'Show all'. */
const shownFirst = 5

interface QuestionListProps {
  listing: Listing
  /** The first page that is shown. */
  newest: Page<Question> | undefined
  /** The questions that the address names (`questionsQuery`). */
  after: string | null
  failed: boolean
  onRetry: () => void
  answeringAs: number | null
  emptyText: string
}

/** The questions, newest first, or an empty or error state. */
export function QuestionList(props: QuestionListProps) {
  const { listing, newest, after, failed, onRetry, answeringAs, emptyText } = props
  if (!newest) return failed ? <QuestionsFailure onRetry={onRetry} /> : <QuestionsSkeleton />
  if (newest.items.length === 0) return <NoQuestions text={emptyText} />
  return <Items listing={listing} page={newest} after={after} answeringAs={answeringAs} />
}

interface ItemsProps {
  listing: Listing
  page: Page<Question>
  after: string | null
  answeringAs: number | null
}

function Items({ listing, page, after, answeringAs }: ItemsProps) {
  const { items: questions, total, nextCursor } = page
  const [all, setAll] = useState(after !== null)
  const [totalAtFirst] = useState(total)
  // Live updates must not shift the page, least of all an answer being written.
  const shown = shownFirst + Math.max(0, total - totalAtFirst)
  const next = all ? nextCursor : shown < total && 'all'

  return (
    <>
      <ul className="divide-y divide-line">
        {(all ? questions : questions.slice(0, shown)).map((question) => (
          <QuestionItem
            key={question.id}
            listingId={listing.id}
            sellerName={listing.seller.fullName}
            question={question}
            answeringAs={answeringAs}
          />
        ))}
      </ul>
      {next && (
        <a
          href={`${paths.listing(listing.id)}?questions=${next}#questions`}
          className="button button-outline mt-5 w-full"
          onClick={(event) => {
            if (all) return
            event.preventDefault()
            const list = event.currentTarget.previousElementSibling
            flushSync(() => setAll(true))
            // The first one that it showed is next.
            list?.querySelectorAll('li')[shown]?.focus({ preventScroll: true })
          }}
        >
          {all ? 'Older questions' : `Show ${nextCursor ? 'more' : `all ${total}`} questions`}
        </a>
      )}
    </>
  )
}

function NoQuestions({ text }: { text: string }) {
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

const QuestionsFailure = ({ onRetry }: { onRetry: () => void }) => (
  <p role="alert">
    {'The questions could not be loaded. '}
    <button type="button" className="link" onClick={onRetry}>
      Try again
    </button>
  </p>
)

const QuestionsSkeleton = () => <div role="status" aria-label="Loading..." className="skeleton h-20" />

const loadAnswerControls = async () => (await import('./answer-controls.tsx')).AnswerControls

interface QuestionItemProps {
  listingId: number
  sellerName: string
  question: Question
  /** The seller's id if the viewer is the seller: only they may answer. */
  answeringAs: number | null
}

function QuestionItem({ listingId, sellerName, question, answeringAs }: QuestionItemProps) {
  const { user, answer } = question
  const [isAnswering, setAnswering] = useState(false)
  const { Component: AnswerControls } = useLazyComponent(loadAnswerControls, answeringAs !== null)
  const item = useRef<HTMLLIElement>(null)

  function close() {
    flushSync(() => setAnswering(false))
    item.current?.focus({ preventScroll: true })
  }

  return (
    <li ref={item} tabIndex={-1} className="flex gap-3 py-5 outline-none first:pt-0 last:pb-0">
      <Link href={paths.user(user.id)} tabIndex={-1} aria-hidden className="h-fit shrink-0 rounded-full">
        <Avatar url={user.avatarUrl} name={user.fullName} size={40} />
      </Link>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link
            href={paths.user(user.id)}
            className="relative -my-2 py-2.5 font-bold wrap-anywhere hover:underline"
          >
            {user.fullName}
          </Link>
          <RelativeTime at={question.createdAt} />
        </p>
        <p dir="auto" className="mt-0.5 leading-relaxed wrap-anywhere whitespace-pre-line">
          {question.question}
        </p>
        {answer !== null && !isAnswering && (
          <div className="mt-3 rounded-card bg-brand-soft p-4">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-bold wrap-anywhere text-brand-ink">
                <Store className="mr-1.5 inline size-4 align-[-0.1em]" />
                <span className="sr-only">The seller, </span>
                {sellerName}
              </span>
              <RelativeTime at={question.answeredAt} />
            </p>
            <p dir="auto" className="mt-1 leading-relaxed wrap-anywhere whitespace-pre-line">
              {answer}
            </p>
          </div>
        )}
        {answer === null && (
          <p className="mt-2 flex items-center gap-1.5 text-sm text-muted">
            <Clock className="size-4" />
            Waiting for seller to answer...
          </p>
        )}
        {AnswerControls && answeringAs !== null && (
          <AnswerControls
            listingId={listingId}
            question={question}
            answeringAs={answeringAs}
            isOpen={isAnswering}
            onOpen={() => setAnswering(true)}
            onClose={close}
          />
        )}
      </div>
    </li>
  )
}

function RelativeTime({ at }: { at: string | null }) {
  const now = useNow()
  return (
    <time dateTime={at ?? undefined} className="text-sm text-muted">
      {timeAgo(at, now)}
    </time>
  )
}
