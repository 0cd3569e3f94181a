import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '#web/lib/session.ts'
import { LoginRequiredDialog } from '#web/ui/login-required-dialog.tsx'
import { useStartChat } from './use-start-chat.ts'

interface ContactButtonProps {
  listingId: number
  label: 'Chat with Seller' | 'Contact'
  className?: string
}

/** Opens the conversation with the seller; a visitor is asked to log in. */
export function ContactButton({ listingId, label, className = '' }: ContactButtonProps) {
  const session = useSession()
  const [asking, setAsking] = useState(false)
  const chat = useStartChat(listingId, () => setAsking(true))
  return (
    <>
      <noscript>
        <p className="text-sm text-muted">
          To contact the seller, turn on JavaScript and load the page again.
        </p>
      </noscript>
      <button
        type="button"
        className={`button noscript:hidden ${className}`}
        disabled={chat.busy}
        aria-busy={chat.busy}
        onClick={() => (session === null || session?.isLeaving ? setAsking(true) : void chat.start())}
      >
        <MessageCircle aria-hidden className="size-4.5" />
        {label}
      </button>
      <LoginRequiredDialog
        open={asking}
        onClose={() => setAsking(false)}
        isLeaving={session?.isLeaving}
        message="You need to be logged in to chat with sellers..."
      />
    </>
  )
}
