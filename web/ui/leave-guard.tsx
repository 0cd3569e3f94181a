import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { listen } from '#web/lib/events.ts'
import { forgetUnsaved, isAnythingUnsaved } from '#web/lib/unsaved.ts'
import { ConfirmDialog } from './dialog.tsx'

/**
 * Asks before a link leaves a page with unsaved changes. Going back in the browser does not ask: the draft is restored on
 * return.
 */
export function LeaveGuard() {
  const [, navigate] = useLocation()
  const [target, setTarget] = useState<string | null>(null)
  const [dialogOpen, setDialogOpen] = useState(false)

  useEffect(() => {
    function onClick(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      const opensHere = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0
      if (!(link instanceof HTMLAnchorElement) || !opensHere || link.target || link.hasAttribute('download'))
        return
      if (link.origin !== location.origin || link.pathname === location.pathname) return
      if (!isAnythingUnsaved()) return
      event.preventDefault()
      event.stopPropagation()
      setTarget(link.pathname + link.search + link.hash)
      setDialogOpen(true)
    }
    return listen(document, 'click', onClick, { capture: true })
  }, [])

  return (
    <ConfirmDialog
      open={dialogOpen}
      onClose={() => setDialogOpen(false)}
      onConfirm={() => {
        forgetUnsaved()
        setDialogOpen(false)
        if (target) navigate(target)
      }}
      title="Leave without saving?"
      description="What you changed here is not saved yet."
      confirmLabel="Leave"
      destructive
    />
  )
}
