import { Search } from 'lucide-react'
import { useState } from 'react'
import type { Thread } from '#shared/contract/chat.ts'
import { hasWords } from '#shared/text.ts'
import { NextPage } from '#web/ui/next-page.tsx'
import type { OutgoingMessage } from './outbox-store.ts'
import { ThreadRow } from './thread-row.tsx'
import { otherParty } from './threads.ts'

/** Number of conversations from which search is shown. */
const searchFrom = 8

interface ThreadListProps {
  threads: Thread[]
  viewerId: number
  selectedId: number | null
  typing: ReadonlySet<number>
  outgoing: OutgoingMessage[]
  hasOlder: boolean
  onLoadOlder: () => void
}

export function ThreadList(props: ThreadListProps) {
  const { threads, viewerId, selectedId, typing, outgoing, hasOlder, onLoadOlder } = props
  const [search, setSearch] = useState('')
  const shown = threads.filter((thread) => hasWords(textOf(thread, viewerId), search))
  return (
    <nav aria-label="Conversations" className="flex min-h-0 flex-1 flex-col">
      {threads.length > searchFrom && (
        <search className="relative border-b border-line p-3">
          <Search size={18} className="absolute top-1/2 left-6 -translate-y-1/2 text-muted" />
          <input
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            placeholder="Search conversations"
            aria-label="Search conversations"
            className="input pl-10"
          />
        </search>
      )}
      <ul className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {shown.map((thread) => (
          <li key={thread.id}>
            <ThreadRow
              thread={thread}
              viewerId={viewerId}
              isSelected={thread.id === selectedId}
              isTyping={typing.has(thread.id)}
              outgoing={outgoing.findLast(({ threadId, failed }) => threadId === thread.id && !failed)}
            />
          </li>
        ))}
        {shown.length === 0 && <li className="p-6 text-center text-muted">No conversation matches</li>}
        {hasOlder && (
          <li className="p-3 text-center">
            <NextPage key={threads.length} label="Show older conversations" onMore={onLoadOlder} />
          </li>
        )}
      </ul>
    </nav>
  )
}

/** What a conversation is found by: the name, the listing's title and the last message. */
const textOf = (thread: Thread, viewerId: number) =>
  `${otherParty(thread, viewerId).fullName} ${thread.listing.title} ${thread.messages[0]?.body ?? ''}`
