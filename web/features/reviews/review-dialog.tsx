import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile, Review } from '#shared/contract/users.ts'
import { limits } from '#shared/limits.ts'
import { plainLines } from '#shared/text.ts'
import { api } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { askToLogIn } from '#web/ui/login-prompt.ts'
import { showToast } from '#web/ui/toast.ts'
import { StarChoice } from './star-choice.tsx'
import { loginToReview, whenShown } from './waiting.ts'

export interface ReviewDialogProps {
  open: boolean
  onClose: () => void
  user: Pick<Profile, 'id' | 'fullName' | 'yourWaitingReview' | 'yourReviewWaitsUntil'>
  /** The viewer's earlier review, which the new one replaces. */
  earlier: Pick<Review, 'stars' | 'comment' | 'createdAt'> | undefined
}

/** A form with 1 to 5 stars and a text. The text is kept until it is sent. */
export function ReviewDialog({ open, onClose, user, earlier }: ReviewDialogProps) {
  const [stars, setStars] = useState(earlier?.stars ?? 0)
  const [comment, setComment] = useState(earlier?.comment ?? '')
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
      busyLabel={send.isPending ? 'Posting…' : undefined}
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
          onChange={({ target }) => setComment(target.value)}
        />
      </Field>
    </FormDialog>
  )
}
