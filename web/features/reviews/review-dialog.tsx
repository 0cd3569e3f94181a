import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Review } from '#shared/contract/users.ts'
import { limits } from '#shared/limits.ts'
import { plainLines } from '#shared/text.ts'
import { api, keyOf } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { showToast } from '#web/ui/toast.ts'
import { StarChoice } from './star-choice.tsx'

export interface ReviewDialogProps {
  open: boolean
  onClose: () => void
  /** Who is reviewed. */
  user: { id: number; fullName: string }
  /** What the viewer said before; sending takes its place. */
  earlier: Review | undefined
  /** The session has ended meanwhile; what was written is kept. */
  onSignedOut: () => void
}

/** Asks for 1 to 5 stars and what one would tell others. What was written stays until it was sent. */
export function ReviewDialog({ open, onClose, user, earlier, onSignedOut }: ReviewDialogProps) {
  const [stars, setStars] = useState(earlier?.stars ?? 0)
  const [comment, setComment] = useState(earlier?.comment ?? '')
  const client = useQueryClient()
  const params = { id: user.id }

  const failure = useFormFailure()
  const send = useMutation({
    mutationFn: () => {
      failure.clear()
      const text = plainLines(comment)
      return api('POST /api/users/:id/reviews', {
        params,
        body: { stars, ...(text ? { comment: text } : {}) },
      })
    },
    onSuccess() {
      showToast({ title: 'Review posted', description: 'Your review has been published successfully.' })
      onClose()
      // Sellers' ratings stand beside their listings too.
      const changed = [keyOf('GET /api/users/:id', { params }), ['/api/listings'], ['/api/favorites']]
      for (const queryKey of changed) void client.invalidateQueries({ queryKey })
    },
    onError(error) {
      if (statusOf(error) === 401) return onSignedOut()
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
      failure={failure.text}
      onSubmit={() => send.mutateAsync().catch(() => undefined)}
    >
      <StarChoice value={stars} onChange={setStars} />
      <Field
        label="Comment (optional)"
        hint="Everyone can read this."
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
