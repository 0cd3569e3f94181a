import { BadgeCheck, Clock, Flag, MessagesSquare, Pencil, Reply } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { Profile, Review, ReviewProof, WaitingReview } from '#shared/contract/users.ts'
import { timeAgo, timeAgoInline } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ListPages } from '#web/ui/list-pages.tsx'
import { askToLogIn } from '#web/ui/login-prompt.ts'
import { Stars } from '#web/ui/stars.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { reviewsQuery } from './queries.ts'
import type { ReviewTextPurpose } from './review-text-dialog.tsx'
import { loginToAnswer, whenShown } from './review-texts.ts'

const proofs: Record<ReviewProof, string> = {
  BOUGHT: 'Bought here',
  SOLD: 'Sold here',
  TALKED: 'Talked about a listing',
}

type Reviewed = Pick<Profile, 'id' | 'fullName'>

/** A review with what it rests on, and the answer of the reviewed user. */
function ReviewCard({ review, of }: { review: Review; of: Reviewed }) {
  const { stars, comment, createdAt, proof, answer, answeredAt, reviewer } = review
  const now = useNow()
  return (
    <li className="card p-5">
      <div className="flex items-center gap-3">
        <Avatar url={reviewer.avatarUrl} name={reviewer.fullName} size={44} />
        <div className="min-w-0 grow">
          {reviewer.id === null ? (
            <span className="block truncate font-bold">{reviewer.fullName}</span>
          ) : (
            <Link
              href={paths.user(reviewer.id)}
              className="relative -my-2.5 block truncate py-2.5 font-bold hover:underline"
            >
              {reviewer.fullName}
            </Link>
          )}
          <span className="flex flex-wrap items-center gap-x-3 text-sm">
            <Stars rating={stars} full size={14} />
            <span className="text-muted">{timeAgo(createdAt, now)}</span>
            {proof && <Proof proof={proof} />}
          </span>
        </div>
      </div>
      <ReviewComment>{comment}</ReviewComment>
      {answer !== null && (
        <div className="mt-3 rounded-card bg-brand-soft p-4">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-bold wrap-anywhere text-brand-ink">{`Answer by ${of.fullName}`}</span>
            <span className="text-sm text-muted">
              {timeAgo(answeredAt, now)}
              {Date.parse(answeredAt ?? '') < Date.parse(createdAt) && ', to an earlier version'}
            </span>
          </p>
          <p dir="auto" className="mt-1 leading-relaxed wrap-anywhere whitespace-pre-line">
            {answer}
          </p>
        </div>
      )}
      <Actions review={review} of={of} />
    </li>
  )
}

function Proof({ proof }: { proof: ReviewProof }) {
  const Icon = proof === 'TALKED' ? MessagesSquare : BadgeCheck
  return (
    <span className={`badge whitespace-pre-line ${proof === 'TALKED' ? '' : 'badge-brand'}`}>
      <Icon className="size-3.5" />
      {proofs[proof]}
    </span>
  )
}

const ReviewComment = ({ children }: { children: string | null }) =>
  children && (
    <p dir="auto" className="mt-3 leading-relaxed wrap-anywhere whitespace-pre-line">
      {children}
    </p>
  )

const loadDialog = async () => (await import('./review-text-dialog.tsx')).ReviewTextDialog

/** The reviewed user answers; everybody reports what somebody else wrote. */
function Actions({ review, of }: { review: Review; of: Reviewed }) {
  const session = useSession()
  const [open, setOpen] = useState(false)
  // The dialog keeps its purpose while it closes.
  const [purpose, setPurpose] = useState<ReviewTextPurpose>('report review')
  const { Component: TextDialog, preloadProps, load } = useLazyComponent(loadDialog)
  if (!session) return null
  const isReviewed = session.id === of.id
  const hasAnswer = review.answer !== null

  const button = (which: ReviewTextPurpose, icon: ReactNode, label: string) => (
    <button
      type="button"
      aria-haspopup="dialog"
      className="button button-quiet text-sm"
      onClick={async () => {
        if (session.isLeaving) return askToLogIn(loginToAnswer)
        if (!(await load())) return
        setPurpose(which)
        setOpen(true)
      }}
      {...preloadProps}
    >
      {icon}
      {label}
      <span className="sr-only">
        {which === 'report review'
          ? ` the review by ${review.reviewer.fullName}`
          : ` to ${review.reviewer.fullName}`}
      </span>
    </button>
  )
  return (
    <div className="mt-1 -ml-4 flex flex-wrap noscript:hidden">
      {isReviewed &&
        button(
          'answer',
          hasAnswer ? <Pencil className="size-4" /> : <Reply className="size-4" />,
          hasAnswer ? 'Edit answer' : 'Answer',
        )}
      {review.reviewer.id !== session.id && button('report review', <Flag className="size-4" />, 'Report')}
      {hasAnswer && !isReviewed && button('report answer', <Flag className="size-4" />, 'Report answer')}
      {TextDialog && (
        <TextDialog
          key={`${purpose} ${review.answeredAt}`}
          purpose={purpose}
          review={review}
          of={of}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

/** The viewer's own review that nobody else sees yet. */
export function WaitingReviewCard({ review, of }: { review: WaitingReview; of: Reviewed }) {
  const now = useNow()
  return (
    <section aria-labelledby="waiting-review" className="card mb-4 border-dashed p-5">
      <h2 id="waiting-review" className="flex items-center gap-1.5 font-bold">
        <Clock className="size-4" />
        Your review: only you see it
      </h2>
      <p className="mt-1 text-sm text-muted">{whenShown(review.waiting, of.fullName)}</p>
      <p className="mt-3 flex flex-wrap items-center gap-x-3 text-sm">
        <Stars rating={review.stars} full size={14} />
        <span className="text-muted">{`Written ${timeAgoInline(review.createdAt, now)}`}</span>
      </p>
      <ReviewComment>{review.comment}</ReviewComment>
    </section>
  )
}

interface ReviewListProps {
  of: Reviewed
  /** Of the profile. */
  path: string
  /** Of the first of the loaded pages. */
  cursor: string | undefined
}

export function ReviewList({ of, path, cursor }: ReviewListProps) {
  return (
    <ul className="grid grid-cols-1 items-start gap-4 md:grid-cols-2 lg:grid-cols-1">
      <ListPages
        pageAt={(after) => reviewsQuery(of.id, after)}
        pathAt={(after) => `${path}?tab=reviews&cursor=${after}`}
        cursor={cursor}
        skeleton={<li className="skeleton h-40" />}
      >
        {(reviews) => reviews.map((review) => <ReviewCard key={review.id} review={review} of={of} />)}
      </ListPages>
    </ul>
  )
}
