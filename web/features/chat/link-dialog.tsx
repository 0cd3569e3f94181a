import { ShieldAlert } from 'lucide-react'
import { Dialog } from '#web/ui/dialog.tsx'
import type { Destination } from './links.ts'

interface LinkDialogProps {
  link: Extract<Destination, { kind: 'outside' }>
  open: boolean
  onClose: () => void
}

/** Asks for confirmation before a link in a message opens another site. */
export function LinkDialog({ link: { href, host, isOdd }, open, onClose }: LinkDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="This link leads out of Oja"
      description={
        <>
          It goes to{' '}
          <strong className="mt-1 block text-base text-ink [overflow-wrap:anywhere]">{host}</strong>
        </>
      }
      footer={
        <>
          <button type="button" className="button" data-autofocus onClick={onClose}>
            Stay here
          </button>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="button button-outline"
            onClick={onClose}
          >
            Open the link
          </a>
        </>
      }
    >
      <div className="flex items-start gap-3 rounded-card bg-accent-soft p-4 text-sm text-accent-ink">
        <ShieldAlert size={20} className="mt-0.5 shrink-0" />
        <div className="space-y-2">
          <p>
            We do not know this website. Do not pay there, and enter no password, card number or code because
            somebody in a chat asks you to: Oja never asks for them outside Oja.
          </p>
          {isOdd && <p>Its name has letters that can look like others, so it may imitate a site you know.</p>}
        </div>
      </div>
      <p className="mt-3 max-h-24 overflow-y-auto text-xs text-muted [overflow-wrap:anywhere]">{href}</p>
    </Dialog>
  )
}
