import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useId, useState } from 'react'
import type { Profile, Review } from '#shared/contract/users.ts'
import { limits } from '#shared/limits.ts'
import { plainLines } from '#shared/text.ts'
import { api } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { pluralise } from '#web/lib/format.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { useSession } from '#web/lib/session.ts'
import { readDraft, writeDraftText } from '#web/lib/text-drafts.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { askToLogIn } from '#web/ui/login-prompt.ts'
import { showToast } from '#web/ui/toast.ts'
import { loginToReview, whenShown } from './review-texts.ts'

export interface ReviewDialogProps {
  open: boolean
  onClose: () => void
  user: Pick<Profile, 'id' | 'fullName' | 'yourWaitingReview' | 'yourReviewWaitsUntil'>
  /** The viewer's earlier review, which the new one replaces. */
  earlier: Pick<Review, 'stars' | 'comment' | 'createdAt'> | undefined
}

/** A form with 1 to 5 stars and a text. Both stay when posting fails and when the dialog closes; the text also after a login. */
export function ReviewDialog({ open, onClose, user, earlier }: ReviewDialogProps) {
  const [stars, setStars] = useState(earlier?.stars ?? 0)
  const draft = `review:${useSession()?.id}:${user.id}`
  const [comment, setComment] = useState(() => readDraft(draft) ?? earlier?.comment ?? '')
  const client = useQueryClient()

  const { yourReviewWaitsUntil: until, yourWaitingReview } = user
  const willWait = until ? { for: 'OTHER_REVIEW' as const, until } : yourWaitingReview?.waiting

  const failure = useFormFailure()
  const send = useMutation({
    mutationFn: () => {
      const text = plainLines(comment)
      return api('POST /api/users/:id/reviews', {
        params: { id: user.id },
        body: { stars, ...(text ? { comment: text } : {}) },
      })
    },
    onSuccess({ waiting }) {
      writeDraftText(draft, '')
      showToast(
        waiting
          ? { title: 'Review saved', description: whenShown(waiting, user.fullName) }
          : { title: 'Review posted', description: 'Your review has been published successfully.' },
      )
      onClose()
      void refreshChanged(client, 'POST /api/users/:id/reviews')
    },
    onError(error) {
      if (statusOf(error) === 401) {
        onClose()
        return askToLogIn(loginToReview)
      }
      failure.show('Failed to post review', error)
    },
  })

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={earlier ? 'Update your review' : 'Leave a Review'}
      description={`How was it to deal with ${user.fullName}?`}
      submitLabel={earlier ? 'Update Review' : 'Post Review'}
      busyLabel={send.isPending ? 'Posting...' : undefined}
      ready={stars > 0}
      failure={failure}
      onSubmit={() => send.mutateAsync().catch(() => undefined)}
    >
      <StarChoice value={stars} onChange={setStars} />
      <Field
        label="Comment (optional)"
        hint={
          willWait
            ? `Everyone can read this. ${whenShown(willWait, user.fullName)}`
            : 'Everyone can read this.'
        }
        counter={`${comment.length}/${limits.review.comment}`}
      >
        <textarea
          className="input field-sizing-content max-h-56 min-h-28"
          rows={4}
          maxLength={limits.review.comment}
          placeholder="Was the item as described? Were they on time, and kind?"
          value={comment}
          onChange={({ target }) => {
            setComment(target.value)
            writeDraftText(draft, target.value)
          }}
        />
      </Field>
    </FormDialog>
  )
}

const labels = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent']

interface StarChoiceProps {
  /** 1 to 5; 0 before a choice. */
  value: number
  onChange: (stars: number) => void
}

/** Five stars as radio buttons: arrow keys select, the pointer previews, a label names the value. */
function StarChoice({ value, onChange }: StarChoiceProps) {
  const [previewed, setPreviewed] = useState(0)
  const name = useId()
  const shown = previewed || value
  return (
    <fieldset className="text-center">
      <legend className="sr-only">Stars</legend>
      <div className="inline-flex" onPointerLeave={() => setPreviewed(0)}>
        {labels.map((word, index) => {
          const stars = index + 1
          return (
            <label
              key={word}
              className="relative grid size-13 cursor-pointer place-items-center rounded-control has-focus-visible:outline-3 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brand"
              // Not on pointerenter: the dialog may slide in below a resting pointer.
              onPointerMove={({ pointerType }) => pointerType === 'mouse' && setPreviewed(stars)}
            >
              <input
                type="radio"
                name={name}
                value={stars}
                checked={value === stars}
                aria-label={`${pluralise(stars, 'star')}: ${word}`}
                data-autofocus={stars === Math.max(1, value) || undefined}
                className="peer sr-only"
                onChange={() => onChange(stars)}
              />
              <Star
                strokeWidth={1.5}
                className={`size-9 transition motion-safe:peer-active:scale-90 ${stars <= shown ? 'fill-accent text-accent-ink' : 'fill-sunken text-line-strong'}`}
              />
            </label>
          )
        })}
      </div>
      <p aria-hidden className="mt-1 min-h-6 font-semibold">
        {labels[shown - 1] ?? <span className="font-normal text-muted">Tap a star to rate</span>}
      </p>
    </fieldset>
  )
}
