import { BusyButton } from './busy-button.tsx'
import { Modal, type ModalProps } from './modal.tsx'

/** A modal dialog: a bottom sheet on phones, centred on larger screens. The element with `data-autofocus` gets focus. */
export function Dialog(props: ModalProps & { wide?: boolean }) {
  return <Modal {...props} variant="sheet" />
}

/** A modal panel that slides in from the right and fills the height. */
export function Drawer(props: ModalProps) {
  return <Modal {...props} variant="drawer" />
}

interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  description: string
  confirmLabel: string
  destructive?: boolean
  busy?: boolean
}

/** Asks for confirmation; Cancel has focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, onConfirm, title, description, confirmLabel, destructive, busy } = props
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      variant="sheet"
      role="alertdialog"
      footer={
        <>
          <button
            type="button"
            className="button button-outline"
            data-autofocus
            disabled={busy}
            onClick={onClose}
          >
            Cancel
          </button>
          <BusyButton
            className={destructive ? 'button button-danger-solid' : 'button'}
            busy={busy ?? false}
            // The second click of a double click comes before `busy` is set.
            onClick={(event) => event.detail < 2 && onConfirm()}
          >
            {confirmLabel}
          </BusyButton>
        </>
      }
    />
  )
}
