import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { type Dispatch, useEffect, useLayoutEffect, useReducer, useState } from 'react'
import { createPortal } from 'react-dom'
import { onTopLayerChange, topLayer } from './modal-stack.ts'
import { receiveToasts, type Toast as ToastMessage } from './toast.ts'
import { addToast, dropToast, emptyQueue, type QueuedToast, type ToastQueue } from './toast-queue.ts'

/** Milliseconds of the way out, as in toast.css: the next toast comes after it. */
const exitTime = 160

type Change = { add: ToastMessage; id: number } | { drop: number }

function change(queue: ToastQueue, step: Change): ToastQueue {
  return 'add' in step ? addToast(queue, { ...step.add, id: step.id }) : dropToast(queue, step.drop)
}

let lastId = 0

/** Draws the toasts, one at a time: 5 s each, away by a swipe of 50 px to the right, F8 goes to their region. */
export function Toaster() {
  const [queue, step] = useReducer(change, emptyQueue)
  const layer = useToastLayer()
  useEffect(() => receiveToasts((toast) => step({ add: toast, id: ++lastId })), [])

  return createPortal(
    <Toast.Provider
      duration={5000}
      swipeDirection="right"
      swipeThreshold={50}
      label="Notification"
      announcerContainer={layer}
    >
      {queue.shown && <ToastCard key={queue.shown.id} toast={queue.shown} step={step} />}
      <Toast.Viewport hotkey={['F8']} label="Notifications ({hotkey})" className="outline-none" />
    </Toast.Provider>,
    layer,
  )
}

/**
 * One element above everything, dialogs too. It moves into the topmost modal dialog, since all else is inert then: neither
 * announced nor clickable.
 */
function useToastLayer(): HTMLElement {
  const [layer] = useState(() => {
    const element = document.createElement('div')
    element.className = 'toast-layer'
    element.setAttribute('popover', 'manual')
    return element
  })
  useLayoutEffect(() => {
    function raise() {
      const parent = topLayer()
      if (layer.parentElement !== parent) parent.append(layer)
      if (layer.showPopover && !layer.matches(':popover-open')) layer.showPopover()
    }
    raise()
    const stop = onTopLayerChange(raise)
    return () => {
      stop()
      layer.remove()
    }
  }, [layer])
  return layer
}

function ToastCard({ toast, step }: { toast: QueuedToast; step: Dispatch<Change> }) {
  const [open, setOpen] = useState(true)
  const failed = toast.tone === 'failure'
  useEffect(() => {
    if (open) return
    const timer = setTimeout(() => step({ drop: toast.id }), exitTime)
    return () => clearTimeout(timer)
  }, [open, step, toast.id])
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
      <Icon size={22} aria-hidden className={`mt-0.5 shrink-0 ${failed ? '' : 'text-brand-ink'}`} />
      <div className="min-w-0 flex-1 py-0.5">
        <Toast.Title className="leading-snug font-bold">{toast.title}</Toast.Title>
        {toast.description && (
          <Toast.Description className={`mt-0.5 text-sm ${failed ? '' : 'text-muted'}`}>
            {toast.description}
          </Toast.Description>
        )}
      </div>
      <Toast.Close
        aria-label="Close"
        className="-my-1.5 grid size-11 shrink-0 place-items-center rounded-control opacity-80 hover:opacity-100"
      >
        <X size={18} aria-hidden />
      </Toast.Close>
    </Toast.Root>
  )
}
