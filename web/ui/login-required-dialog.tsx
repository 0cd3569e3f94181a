import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { paths } from '#web/lib/paths.ts'
import { Dialog } from './dialog.tsx'

interface LoginRequiredDialogProps {
  open: boolean
  onClose: () => void
  /** What one needs to be logged in for. */
  message: string
  /** Somebody is logged in, and their account waits for its deletion: they are asked to keep it instead. */
  isLeaving?: boolean | undefined
}

/** Asks a visitor to log in, and leads back here afterwards. Nothing until it is first opened: a page has several. */
export function LoginRequiredDialog(props: LoginRequiredDialogProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  return wanted ? <WantedDialog {...props} /> : null
}

function WantedDialog({ open, onClose, message, isLeaving }: LoginRequiredDialogProps) {
  const [path] = useLocation()
  const search = useSearch()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isLeaving ? 'Your account waits to be deleted' : 'Login required'}
      description={isLeaving ? 'Keep it, in your settings, to do this.' : message}
      footer={
        <>
          <button type="button" className="button button-outline" onClick={onClose}>
            Cancel
          </button>
          {/* A full load: where the session has ended elsewhere, this page still believes that somebody is signed in. */}
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
