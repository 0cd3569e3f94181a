import { type ReactNode, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { plainLines } from '#shared/text.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

interface ReasonDialogProps {
  open: boolean
  onClose: () => void
  /** The reason is trimmed; undefined where none was given. */
  onConfirm: (reason: string | undefined) => void
  title: string
  description: ReactNode
  confirmLabel: string
  destructive?: boolean
  /** Who gets to read the reason. */
  hint: string
  /** Before the reason. */
  children?: ReactNode
}

/** Asks before an administrator does something, and why; the reason may be left out. */
export function ReasonDialog({ onConfirm, confirmLabel, hint, children, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      {...dialog}
      submitLabel={confirmLabel}
      cautious
      // The row says it: the dialog is closed before the server answers.
      failure={null}
      onSubmit={() => onConfirm(plainLines(reason) || undefined)}
    >
      {children}
      <Field
        label="Reason (optional)"
        hint={hint}
        counter={`${reason.length}/${limits.moderationReason.max}`}
      >
        <textarea
          className="input field-sizing-content max-h-56 min-h-24"
          rows={3}
          maxLength={limits.moderationReason.max}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
