import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#shared/limits.ts'
import { presetReasons } from '#shared/report-reasons.ts'
import { plainLine, plainLines } from '#shared/text.ts'
import { api } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { useDraft } from '#web/lib/text-drafts.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { askToLogIn } from '#web/ui/login-prompt.ts'
import { showToast } from '#web/ui/toast.ts'
import { loginToReport, type ReportSubject } from './report-subject.ts'

interface ReportDialogProps extends ReportSubject {
  open: boolean
  onClose: () => void
  /** Something that the same button does once a report is there: its label, and what to run. */
  andThen?: { label: string; run: () => void } | undefined
}

/** Reports a listing or a user. The details stay on this device until they are sent. */
export function ReportDialog(props: ReportDialogProps) {
  const { targetType, targetId, label, open, onClose, andThen } = props
  const [reason, setReason] = useState(andThen ? (presetReasons.USER[0] ?? '') : '')
  const [details, setDetails] = useDraft(`report:${targetType}:${targetId}`)

  const failure = useFormFailure()
  const send = useMutation({
    mutationFn: () => {
      const more = plainLines(details)
      const body = { targetType, targetId, reason: plainLine(reason), ...(more ? { details: more } : {}) }
      return api('POST /api/reports', { body })
    },
    onSuccess() {
      showToast({
        title: 'Report submitted',
        description: 'Thank you for helping keep our community safe.',
      })
      setReason('')
      setDetails('')
      onClose()
      andThen?.run()
    },
    onError(error) {
      if (statusOf(error) === 401) {
        onClose()
        return askToLogIn(loginToReport(props))
      }
      // An earlier report of theirs is still open: the rest is left to do.
      if (andThen && statusOf(error) === 409) {
        onClose()
        return andThen.run()
      }
      failure.show('Failed to submit report', error)
    },
  })

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={targetType === 'LISTING' ? 'Report Listing' : 'Report User'}
      description={<span className="line-clamp-2">{label}</span>}
      submitLabel={andThen?.label ?? 'Submit Report'}
      busyLabel={send.isPending ? 'Submitting...' : undefined}
      ready={plainLine(reason) !== ''}
      failure={failure}
      onSubmit={() => send.mutateAsync().catch(() => undefined)}
    >
      <PresetReasons reasons={presetReasons[targetType]} chosen={reason.trim()} onChoose={setReason} />
      <Field label="Reason" counter={`${reason.length}/${limits.report.reason}`}>
        <input
          type="text"
          className="input"
          required
          maxLength={limits.report.reason}
          autoComplete="off"
          placeholder="What is wrong?"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
      <Field
        label="Details (optional)"
        hint="Only our moderators read this, and the last messages between you two."
        counter={`${details.length}/${limits.report.details}`}
      >
        <textarea
          className="input field-sizing-content max-h-56 min-h-24"
          rows={3}
          maxLength={limits.report.details}
          placeholder="What happened, and when? What should we look at?"
          value={details}
          onChange={({ target }) => setDetails(target.value)}
        />
      </Field>
    </FormDialog>
  )
}

interface PresetReasonsProps {
  reasons: readonly string[]
  chosen: string
  onChoose: (reason: string) => void
}

function PresetReasons({ reasons, chosen, onChoose }: PresetReasonsProps) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">What is it about?</legend>
      <ul className="flex flex-wrap gap-2">
        {reasons.map((reason) => (
          <li key={reason}>
            <button
              type="button"
              className="chip px-3.5"
              aria-pressed={reason === chosen}
              onClick={() => onChoose(reason)}
            >
              {reason}
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
