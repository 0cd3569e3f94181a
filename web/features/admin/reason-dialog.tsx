import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'

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
export function ReasonDialog(props: ReasonDialogProps) {
  const { open, onClose, onConfirm, title, description, confirmLabel, destructive, hint, children } = props
  const [reason, setReason] = useState('')
  const form = useId()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onConfirm(reason.trim() || undefined)
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <button type="button" className="button button-outline" data-autofocus onClick={onClose}>
            Cancel
          </button>
          <button type="submit" form={form} className={destructive ? 'button button-danger-solid' : 'button'}>
            {confirmLabel}
          </button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        {children}
        <Field
          label="Reason (optional)"
          hint={hint}
          counter={`${reason.length}/${limits.moderationReason.max}`}
        >
          <textarea
            className="input min-h-24"
            rows={3}
            maxLength={limits.moderationReason.max}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
