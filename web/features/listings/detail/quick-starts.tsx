import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Listing } from '#shared/contract/listings.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { useStartChat } from './use-start-chat.ts'

const lastPrice = 'What is your last price?'
const offer = 'Make an offer'
const starts = ['Is it still available?', lastPrice, offer, 'Where can I see it?']

interface QuickStartsProps {
  listing: Listing
  /** Loads the chat's outboxes, which keep a user's messages until the server has them. */
  loadOutbox: () => Promise<OutboxOf>
}

type OutboxOf = (
  userId: number,
  client: QueryClient,
) => { add: (message: { threadId: number; body: string; photo: null }) => void }

/** Sentences that open the conversation with the seller: a press sends one. */
export function QuickStarts({ listing, loadOutbox }: QuickStartsProps) {
  const client = useQueryClient()
  const session = useSession()
  const chat = useStartChat(listing.id)
  const [pressed, setPressed] = useState<string>()

  function press(text: string) {
    if (chat.busy) return
    setPressed(text)
    void chat.start(async (id) => {
      if (text === offer) return `${paths.thread(id)}&offer=1`
      const outboxOf = await loadOutbox()
      if (session) outboxOf(session.id, client).add({ threadId: id, body: text, photo: null })
      return paths.thread(id)
    })
  }

  return (
    <ul
      aria-label="Ask the seller"
      className="scrollbar-none -mx-4 flex gap-2 overflow-x-auto px-4 md:mx-0 md:flex-wrap md:px-0 noscript:hidden"
    >
      {starts.map(
        (text) =>
          // A fixed price has no last one.
          (text !== lastPrice || listing.priceType === 'NEGOTIABLE') && (
            <li key={text} className="shrink-0">
              <BusyButton
                className="chip whitespace-nowrap"
                busy={chat.busy && pressed === text}
                onClick={() => press(text)}
              >
                {text}
              </BusyButton>
            </li>
          ),
      )}
    </ul>
  )
}
