import { Clock3, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Thread } from '#shared/contract/chat.ts'
import { containsEveryWord } from '#shared/text.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { NextPage } from '#web/ui/next-page.tsx'
import { UnreadBadge, unreadText } from '#web/ui/unread-badge.tsx'
import { exactTime, shortTime } from './chat-time.ts'
import { ListingPicture } from './listing-picture.tsx'
import { listingMark } from './listing-summary.tsx'
import type { OutgoingMessage } from './outbox-store.ts'
import { otherParty } from './threads.ts'
import { useKeptScroll } from './use-kept-scroll.ts'

/** Search is shown for more conversations than this. */
const searchMinThreads = 8

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
  const list = useRef<HTMLUListElement>(null)
  const onScroll = useKeptScroll(list)
  /** The last conversation when a press asked for older ones: the one that follows it gets the focus. */
  const lastBefore = useRef<Element | null>(null)
  useEffect(() => {
    const next = lastBefore.current?.nextElementSibling?.querySelector('a')
    if (!next) return
    next.focus({ preventScroll: true })
    lastBefore.current = null
  })
  const shown = threads.filter((thread) => containsEveryWord(textOf(thread, viewerId), search))
  return (
    <nav aria-label="Conversations" className="flex min-h-0 flex-1 flex-col">
      {threads.length > searchMinThreads && (
        <search className="relative border-b border-line p-3 noscript:hidden">
          <Search size={18} className="absolute top-1/2 left-6 -translate-y-1/2 text-muted" />
          <input
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            // The keyboard of a phone covers the list.
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
            enterKeyHint="search"
            autoComplete="off"
            placeholder="Search conversations"
            aria-label="Search conversations"
            className="input pl-10"
          />
        </search>
      )}
      <p role="status" className="p-6 text-center text-muted empty:hidden">
        {shown.length === 0 &&
          (hasOlder ? 'No match in the newest conversations' : 'No conversation matches')}
      </p>
      <ul
        ref={list}
        onScroll={onScroll}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain"
      >
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
        {hasOlder && (
          <li className="p-3 text-center">
            <NextPage
              key={threads.length}
              label="Show older conversations"
              onMore={(isPressed) => {
                if (isPressed) lastBefore.current = list.current?.children[shown.length - 1] ?? null
                onLoadOlder()
              }}
            />
          </li>
        )}
      </ul>
    </nav>
  )
}

/** What a conversation is found by: the name, the listing's title and the last message. */
const textOf = (thread: Thread, viewerId: number) =>
  `${otherParty(thread, viewerId).fullName} ${thread.listing.title} ${thread.messages[0]?.body ?? ''}`

interface ThreadRowProps {
  thread: Thread
  viewerId: number
  isSelected: boolean
  isTyping: boolean
  outgoing: OutgoingMessage | undefined
}

function ThreadRow({ thread, viewerId, isSelected, isTyping, outgoing }: ThreadRowProps) {
  const now = useNow()
  const other = otherParty(thread, viewerId)
  const mark = listingMark(thread.listing)
  const { unreadCount } = thread
  // A proposal waits for an answer, as a message does.
  const isUnread = unreadCount > 0 || isAsked(thread, viewerId)
  return (
    <Link
      href={paths.thread(thread.id)}
      state={{ fromList: true }}
      aria-current={isSelected ? 'true' : undefined}
      className="flex items-center gap-3 border-b border-line px-3 py-3 hover:bg-sunken md:px-4 md:aria-[current=true]:bg-sunken md:aria-[current=true]:shadow-[inset_4px_0_0_var(--brand)]"
    >
      <Avatar url={other.avatarUrl} name={other.fullName} size={48} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={`min-w-0 flex-1 truncate ${isUnread ? 'font-bold' : 'font-semibold'}`}>
            {other.fullName}
          </span>
          <time
            dateTime={thread.lastMsgAt}
            title={exactTime(thread.lastMsgAt)}
            className={`shrink-0 text-xs ${isUnread ? 'font-bold text-brand-ink' : 'text-muted'}`}
          >
            {shortTime(thread.lastMsgAt, now)}
          </time>
        </span>
        <span className="flex items-center gap-1.5 text-sm text-muted">
          <span dir="auto" className="truncate">
            {thread.listing.title}
          </span>
          {mark && <span className="badge shrink-0 border border-line-strong py-0 leading-4">{mark}</span>}
        </span>
        <span className="flex items-center gap-2 text-sm">
          <span className={`min-w-0 flex-1 truncate ${isUnread ? 'font-semibold' : 'text-muted'}`}>
            {isTyping ? (
              <span className="font-semibold text-brand-ink">typing...</span>
            ) : (
              <Preview thread={thread} viewerId={viewerId} outgoing={outgoing} />
            )}
          </span>
          {unreadCount > 0 && (
            <>
              <UnreadBadge count={unreadCount} className="shrink-0" />
              <span className="sr-only">{`${unreadText(unreadCount)} unread`}</span>
            </>
          )}
        </span>
      </span>
      <ListingPicture photo={thread.listing.photos[0]} size={48} isFaded={mark !== null} />
    </Link>
  )
}

function isAsked({ deal }: Thread, viewerId: number): boolean {
  return deal?.status === 'PROPOSED' && deal.proposedBy !== viewerId
}

function Preview({ thread, viewerId, outgoing }: Pick<ThreadRowProps, 'thread' | 'viewerId' | 'outgoing'>) {
  const last = thread.messages[0]
  if (outgoing) {
    return (
      <>
        <Clock3
          size={13}
          role="img"
          aria-hidden={false}
          aria-label="Sending"
          className="mr-1 inline align-[-0.1em]"
        />
        {outgoing.body || 'Image'}
      </>
    )
  }
  if (isAsked(thread, viewerId)) return 'Proposes a deal'
  if (!last) return 'No messages yet'
  return (
    <>
      {last.senderId === viewerId && <span>You: </span>}
      <span dir="auto">{last.body || 'Image'}</span>
    </>
  )
}
