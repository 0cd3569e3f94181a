import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '#web/lib/session.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { LoginRequiredDialog } from '#web/ui/login-required-dialog.tsx'
import { useStartChat } from './use-start-chat.ts'

interface ContactButtonProps {
  listingId: number
  label: 'Chat with Seller' | 'Contact'
  className?: string
}

/** Opens the conversation with the seller; asks visitors to log in. */
export function ContactButton({ listingId, label, className = '' }: ContactButtonProps) {
  const session = useSession()
  const [dialogOpen, setDialogOpen] = useState(false)
  const chat = useStartChat(listingId, () => setDialogOpen(true))
  return (
    <>
      <noscript>
        <p className="text-sm text-muted">
          To contact the seller, turn on JavaScript and load the page again.
        </p>
      </noscript>
      <BusyButton
        className={`button noscript:hidden ${className}`}
        busy={chat.busy}
        onClick={() => (session === null || session?.isLeaving ? setDialogOpen(true) : void chat.start())}
      >
        <MessageCircle className="size-4.5" />
        {label}
      </BusyButton>
      <ChatLoginDialog open={dialogOpen} onClose={() => setDialogOpen(false)} />
    </>
  )
}

/** Asks visitors to log in, and users who are about to leave to stay. */
export function ChatLoginDialog(props: { open: boolean; onClose: () => void }) {
  return (
    <LoginRequiredDialog
      {...props}
      isLeaving={useSession()?.isLeaving}
      message="You need to be logged in to chat with sellers..."
    />
  )
}
