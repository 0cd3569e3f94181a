import { MessageCircle } from 'lucide-react'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { useStartChat } from './use-start-chat.ts'

interface ContactButtonProps {
  listingId: number
  label: 'Chat with Seller' | 'Contact'
  className?: string
}

/** Opens the conversation with the seller; asks visitors to log in. */
export function ContactButton({ listingId, label, className = '' }: ContactButtonProps) {
  const chat = useStartChat(listingId)
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
        onClick={() => void chat.start()}
      >
        <MessageCircle className="size-4.5" />
        {label}
      </BusyButton>
    </>
  )
}
