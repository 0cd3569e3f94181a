import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Review } from '#shared/contract/users.ts'
import { limits } from '#shared/limits.ts'
import { plainLines } from '#shared/text.ts'
import { api } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { useDraft, writeDraftText } from '#web/lib/text-drafts.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { askToLogIn } from '#web/ui/login-prompt.ts'
import { showToast } from '#web/ui/toast.ts'
import { loginToAnswer } from './review-texts.ts'

export type ReviewTextPurpose = 'answer' | 'report review' | 'report answer'

interface ReviewTextDialogProps {
  purpose: ReviewTextPurpose
  review: Review
  of: { fullName: string }
  open: boolean
  onClose: () => void
}

/** A form with one text: the reviewed user's answer, or the reason of a report. It stays on this device until it is sent. */
export function ReviewTextDialog(props: ReviewTextDialogProps) {
  const { purpose, review, of, open, onClose } = props
  const isAnswer = purpose === 'answer'
  const draft = `${purpose}:${review.id}`
  const [text, setText] = useDraft(draft, isAnswer ? (review.answer ?? '') : '')
  const client = useQueryClient()
  const failure = useFormFailure()
  const written = plainLines(text)
  const max = isAnswer ? limits.review.answer : limits.report.details

  const send = useMutation({
    async mutationFn(answer: string | null) {
      const params = { id: review.id }
      if (!isAnswer) {
        const what = purpose === 'report review' ? 'REVIEW' : 'ANSWER'
        await api('POST /api/reviews/:id/report', { params, body: { what, reason: written } })
        return {
          title: 'Report submitted',
          description: 'Thank you for helping keep our community safe.',
        }
      }
      if (answer === null) {
        await api('DELETE /api/reviews/:id/answer', { params })
        return { title: 'Answer deleted', description: 'The review stands without it.' }
      }
      await api('PATCH /api/reviews/:id/answer', { params, body: { answer } })
      return { title: 'Answer posted', description: 'Your answer has been published.' }
    },
    onSuccess(toast) {
      writeDraftText(draft, '')
      showToast(toast)
      onClose()
      void refreshChanged(client, isAnswer ? 'PATCH /api/reviews/:id/answer' : 'POST /api/reviews/:id/report')
    },
    onError(error) {
      if (statusOf(error) === 401) {
        onClose()
        return askToLogIn(loginToAnswer)
      }
      failure.show(isAnswer ? 'Failed to post answer' : 'Failed to submit report', error)
    },
  })

  const name = review.reviewer.fullName
  const texts = {
    answer: {
      title: review.answer === null ? 'Answer this review' : 'Edit your answer',
      description: `Everyone who reads the review by ${name} reads your answer below it.`,
      submitLabel: 'Post Answer',
      label: 'Your answer',
      hint: 'One answer. You can change it later.',
    },
    'report review': {
      title: 'Report review',
      description: `The review by ${name}`,
      submitLabel: 'Submit Report',
      label: 'What is wrong?',
      hint: 'Only our moderators read this.',
    },
    'report answer': {
      title: 'Report answer',
      description: `The answer by ${of.fullName}`,
      submitLabel: 'Submit Report',
      label: 'What is wrong?',
      hint: 'Only our moderators read this.',
    },
  }[purpose]

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={texts.title}
      description={texts.description}
      submitLabel={texts.submitLabel}
      busyLabel={send.isPending ? 'Sending...' : undefined}
      ready={written !== '' && written.length <= max}
      failure={failure}
      onSubmit={() => send.mutateAsync(written).catch(() => undefined)}
    >
      <Field label={texts.label} hint={texts.hint} counter={`${text.length}/${max}`}>
        <textarea
          className="input field-sizing-content max-h-56 min-h-28"
          rows={4}
          maxLength={max}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      {isAnswer && review.answer !== null && (
        <button
          type="button"
          className="button button-quiet text-danger"
          disabled={send.isPending}
          onClick={() => send.mutate(null)}
        >
          Delete answer
        </button>
      )}
    </FormDialog>
  )
}
