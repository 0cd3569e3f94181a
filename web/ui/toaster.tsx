import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { listen } from '#web/lib/events.ts'
import './toast.css'
import { EmailText } from './email-text.tsx'
import { onTopLayerChange, topLayer } from './modal-stack.ts'
import { currentToast, endToast, onToast, type ShownToast, toastDurationMs } from './toast.ts'

/** A little longer than the exit animations in toast.css (150 ms). */
const exitTimeoutMs = 160

/** Renders the newest toast for 5 s. A swipe of 50 px to the right dismisses it; F8 focuses the region. */
export function Toaster() {
  const [toast, setToast] = useState(currentToast)
  const layer = useToastLayer()
  useFocusBack(layer, toast === null)
  useEffect(() => {
    const update = () => setToast(currentToast())
    update()
    return onToast(update)
  }, [])

  return createPortal(
    <Toast.Provider
      duration={toastDurationMs}
      swipeDirection="right"
      swipeThreshold={50}
      label="Notification"
      announcerContainer={layer}
    >
      {toast && <ToastCard key={toast.id} toast={toast} />}
      <Toast.Viewport hotkey={['F8']} label="Notifications ({hotkey})" className="rounded-card" />
    </Toast.Provider>,
    layer,
  )
}

/**
 * One element above everything, including dialogs. It moves into the topmost modal dialog, since everything else is inert:
 * neither announced nor clickable.
 */
function useToastLayer(): HTMLElement {
  const [layer] = useState(() => {
    const element = document.createElement('div')
    element.className = 'toast-layer'
    // Chrome 112 and 113 know the attribute alone, and warn in the console.
    if ('showPopover' in element) element.setAttribute('popover', 'manual')
    return element
  })
  useLayoutEffect(() => {
    function raise() {
      const parent = topLayer()
      if (layer.parentElement !== parent) parent.append(layer)
      if (layer.showPopover && !layer.matches(':popover-open')) layer.showPopover()
    }
    function stayAboveKeyboard() {
      const view = window.visualViewport
      const covered = view ? Math.max(0, innerHeight - view.height - view.offsetTop) : 0
      layer.style.setProperty('--keyboard-height', `${covered}px`)
    }
    raise()
    stayAboveKeyboard()
    const stop = onTopLayerChange(raise)
    window.visualViewport?.addEventListener('resize', stayAboveKeyboard)
    return () => {
      stop()
      window.visualViewport?.removeEventListener('resize', stayAboveKeyboard)
      layer.remove()
    }
  }, [layer])
  return layer
}

/** When the toast is gone that the keyboard's focus was in, it goes back to where it came from: the next Tab goes on from there. */
function useFocusBack(layer: HTMLElement, isGone: boolean): void {
  const cameFrom = useRef<HTMLElement>(null)
  useEffect(
    () =>
      listen<FocusEvent>(layer, 'focusin', ({ relatedTarget: from }) => {
        if (from instanceof HTMLElement && !layer.contains(from)) cameFrom.current = from
      }),
    [layer],
  )
  useEffect(() => {
    if (isGone && layer.querySelector(':focus-visible')) cameFrom.current?.focus({ preventScroll: true })
  }, [isGone, layer])
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const [open, setOpen] = useState(true)
  const failed = toast.tone === 'failure'
  useEffect(() => {
    if (open) return
    const timer = setTimeout(() => endToast(toast.id), exitTimeoutMs)
    return () => clearTimeout(timer)
  }, [open, toast.id])
  const Icon = failed ? CircleAlert : CircleCheck

  return (
    <Toast.Root
      open={open}
      onOpenChange={setOpen}
      type="foreground"
      data-tone={failed ? 'failure' : 'success'}
      className={`toast flex list-none items-start gap-3 rounded-card border py-3 pr-1.5 pl-4 shadow-sheet ${
        failed ? 'border-danger bg-danger text-on-danger' : 'border-line bg-surface text-ink'
      }`}
    >
      <Icon size={22} className={`mt-0.5 ${failed ? '' : 'text-brand-ink'}`} />
      <div className="min-w-0 flex-1 py-0.5">
        <Toast.Title className="leading-snug font-bold">{toast.title}</Toast.Title>
        {toast.description && (
          <Toast.Description className={`mt-0.5 text-sm ${failed ? '' : 'text-muted'}`}>
            <EmailText text={toast.description} />
          </Toast.Description>
        )}
      </div>
      <Toast.Close
        aria-label="Close"
        className="-my-1.5 grid size-11 shrink-0 place-items-center rounded-control opacity-80 hover:opacity-100"
      >
        <X size={18} />
      </Toast.Close>
    </Toast.Root>
  )
}
