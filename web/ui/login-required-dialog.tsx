import { useLocation } from 'wouter'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { Dialog } from './dialog.tsx'

interface LoginRequiredDialogProps {
  open: boolean
  onClose: () => void
  message: string
}

/** Asks a visitor to log in, and returns here afterwards; offers to keep an account that waits for its deletion. */
export function LoginRequiredDialog({ open, onClose, message }: LoginRequiredDialogProps) {
  const isLeaving = useSession()?.isLeaving
  const [path] = useLocation()
  const search = useSearch()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isLeaving ? 'Your account is due to be deleted' : 'Login required'}
      description={isLeaving ? 'Choose “Keep my account” in your settings to do this.' : message}
      footer={
        <>
          <button type="button" className="button button-outline" onClick={onClose}>
            Cancel
          </button>
          {/* A full page load: if the session ended elsewhere, this page still considers the user signed in. */}
          <a
            href={isLeaving ? paths.settings : paths.loginThen(search ? `${path}?${search}` : path)}
            target={isLeaving ? undefined : '_self'}
            className="button"
            data-autofocus
            onClick={onClose}
          >
            {isLeaving ? 'Go to settings' : 'Go to Login'}
          </a>
        </>
      }
    />
  )
}
