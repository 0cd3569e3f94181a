import { type ReactNode, type SubmitEvent, useId, useRef } from 'react'
import { Dialog } from './dialog.tsx'
import { FormFailure } from './form-failure.tsx'

interface FormDialogProps {
  open: boolean
  onClose: () => void
  title: string
  description: ReactNode
  submitLabel: string
  /** What the button says while the form is on its way; it waits then. */
  busyLabel?: string | undefined
  /** Whether the form may be sent as it stands. */
  ready?: boolean
  /** For what cannot be undone: the button is red. */
  destructive?: boolean | undefined
  /** Cancel has the focus at first. */
  cautious?: boolean
  /** Why the form was not sent, by `useFormFailure`. */
  failure: string | null
  /** Never rejects; until what it answers is settled nothing is sent again. */
  onSubmit: () => unknown
  children: ReactNode
}

/** A dialog that holds one form, with Cancel and the button that sends it at its foot. */
export function FormDialog(props: FormDialogProps) {
  const {
    open,
    onClose,
    title,
    description,
    submitLabel,
    busyLabel,
    ready = true,
    onSubmit,
    children,
  } = props
  const form = useId()
  // The second click of a double click comes before the busy button does.
  const underway = useRef(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!open || !ready || underway.current) return
    underway.current = true
    await onSubmit()
    underway.current = false
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <button
            type="button"
            className="button button-outline"
            data-autofocus={props.cautious}
            onClick={onClose}
          >
            Cancel
          </button>
          <button
            type="submit"
            form={form}
            className={`button px-3 ${props.destructive ? 'button-danger-solid' : ''}`}
            disabled={!ready || busyLabel !== undefined}
            aria-busy={busyLabel !== undefined}
          >
            {busyLabel ?? submitLabel}
          </button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        {children}
        <FormFailure text={props.failure} />
      </form>
    </Dialog>
  )
}
