import { X } from 'lucide-react'
import {
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { listen } from '#web/lib/events.ts'
import { enterModal } from './modal-stack.ts'

/** Milliseconds of the exit animation; the same in modal.css. */
const exitTime = 220

export interface ModalProps {
  open: boolean
  /** Called by Escape, the close button or a press beside the panel; the owner then changes `open`. */
  onClose: () => void
  title: string
  description?: ReactNode | undefined
  /** Before the title, such as a picture. */
  leading?: ReactNode
  children?: ReactNode
  /** Fixed below the scrolling content: the buttons. */
  footer?: ReactNode
}

interface ShellProps extends ModalProps {
  variant: 'sheet' | 'drawer'
  role?: 'dialog' | 'alertdialog'
  /** Wider than the usual 28 rem; desktop only. */
  wide?: boolean
}

/** A native modal <dialog>: focus stays inside and is restored afterwards, and the page behind is inert and does not scroll. */
export function Modal(props: ShellProps) {
  const { open } = props
  const [present, setPresent] = useState(false)
  useEffect(() => {
    if (open) {
      setPresent(true)
      return
    }
    const timer = setTimeout(() => setPresent(false), exitTime)
    return () => clearTimeout(timer)
  }, [open])
  return present ? createPortal(<Shell {...props} />, document.body) : null
}

function Shell({
  open,
  onClose,
  title,
  description,
  leading,
  children,
  footer,
  variant,
  role,
  wide,
}: ShellProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)
  const id = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    const returnTo = document.activeElement
    element.showModal()
    const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? element.firstElementChild
    if (first instanceof HTMLElement) first.focus({ preventScroll: true })
    const leave = enterModal(element)
    // Back shows another page, or another list in this one.
    const stopBack = listen(window, 'popstate', () => close())
    return () => {
      stopBack()
      leave()
      element.close()
      if (returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus({ preventScroll: true })
    }
  }, [open])

  useEffect(() => {
    const element = dialog.current
    let pressed: EventTarget | null = null
    // No cleanup: the listeners go with the element.
    element?.addEventListener('pointerdown', (event) => {
      pressed = event.target
    })
    // Only if the press also began beside the panel: selecting text out of a field must not close it.
    element?.addEventListener('click', (event) => {
      if (event.target === element && pressed === element) close()
    })
  }, [])

  function cancel(event: SyntheticEvent) {
    // A file field inside also fires `cancel` when its picker closes.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }

  return (
    <dialog
      ref={dialog}
      className="modal"
      data-variant={variant}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      onCancel={cancel}
      onClose={() => open && dialog.current?.open === false && onClose()}
      // React events bubble through portals: do not submit a form around this one.
      onSubmit={(event) => event.stopPropagation()}
    >
      <div className="modal-panel" tabIndex={-1} data-wide={wide}>
        <header className="flex items-start gap-3 border-line px-5 pt-5 pb-3">
          {leading}
          <div className="min-w-0 flex-1 pt-1">
            <h2 id={`${id}-title`} className="text-lg leading-snug font-bold">
              {title}
            </h2>
            {description && (
              <div id={`${id}-text`} className="mt-1 text-sm text-muted">
                {description}
              </div>
            )}
          </div>
          <button
            type="button"
            className="button button-quiet button-icon -mt-1 -mr-2 shrink-0"
            aria-label="Close"
            onClick={onClose}
          >
            <X size={20} />
          </button>
        </header>
        {children && <div className="modal-body">{children}</div>}
        {footer && <footer className="modal-footer">{footer}</footer>}
      </div>
    </dialog>
  )
}
