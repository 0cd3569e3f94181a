import { type ReactNode, type SubmitEvent, useId, useRef } from 'react'
import { BusyButton } from './busy-button.tsx'
import { Dialog } from './dialog.tsx'
import { FormFailure, type FormFailureState } from './form-failure.tsx'

interface FormDialogProps {
  open: boolean
  onClose: () => void
  title: string
  description: ReactNode
  submitLabel: string
  cancelLabel?: string
  /** Label of the submit button while the form is being sent. The button stays enabled, so that it keeps the focus. */
  busyLabel?: string | undefined
  ready?: boolean
  /** For irreversible actions: the button is red. */
  destructive?: boolean | undefined
  /** The error of the last submission, cleared by the next one and on close. Null if it is shown elsewhere. */
  failure: FormFailureState | null
  /** Must not reject; the form cannot be submitted again until the promise settles. */
  onSubmit: () => unknown
  children: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const {
    open,
    onClose,
    title,
    description,
    submitLabel,
    cancelLabel = 'Cancel',
    busyLabel,
    ready = true,
    failure,
    onSubmit,
    children,
  } = props
  const form = useId()
  // Guards against a second submission: callers without `busyLabel` never make the button busy.
  const underway = useRef(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!open || !ready || underway.current) return
    underway.current = true
    failure?.clear()
    await onSubmit()
    underway.current = false
  }

  function close() {
    failure?.clear()
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      description={description}
      footer={
        <>
          <button type="button" className="button button-outline" onClick={close}>
            {cancelLabel}
          </button>
          <BusyButton
            type="submit"
            form={form}
            className={`button px-3 ${props.destructive ? 'button-danger-solid' : ''}`}
            disabled={!ready}
            busy={busyLabel !== undefined}
          >
            {busyLabel ?? submitLabel}
          </BusyButton>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        {children}
        <FormFailure text={failure?.text ?? null} />
      </form>
    </Dialog>
  )
}
