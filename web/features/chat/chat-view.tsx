import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { Thread } from '#shared/contract/chat.ts'
import { statusOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { ButtonLink, EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { bubble } from '#web/ui/more-drawings.tsx'
import { Conversation, type ConversationProps } from './conversation.tsx'
import { threadQuery, threadsQuery } from './queries.ts'
import { ConversationSkeleton, ThreadsSkeleton } from './skeletons.tsx'
import { threadIdOf } from './thread-address.ts'
import { ThreadList } from './thread-list.tsx'
import { loadOlderThreads } from './threads.ts'
import { useLiveChat } from './use-live-chat.ts'
import { useOutbox } from './use-outbox.ts'
import { useTyping } from './use-typing.ts'
import { useIsWide, useVisibleHeight } from './use-viewport.ts'
import './chat-view.css'

const unreadable = 'Your messages could not be loaded'

interface ChatProps {
  viewerId: number
  renderReport: ConversationProps['renderReport']
  renderDeal: ConversationProps['renderDeal']
  renderTrust: ConversationProps['renderTrust']
}

/** The conversations and the selected one, side by side; on phones one of them, depending on the address. */
export function Chat({ viewerId, renderReport, renderDeal, renderTrust }: ChatProps) {
  const client = useQueryClient()
  const list = useQuery({ ...threadsQuery, retryOnMount: true })
  const threads = list.data?.items
  const { chosenId, selectedId } = useSelection(threads)
  const startsWithOffer = new URLSearchParams(useSearch()).get('offer') === '1'
  const { state, getOutbox } = useOutbox(viewerId)
  useLiveChat(viewerId, selectedId, () => getOutbox().flush())
  const typing = useTyping(viewerId)
  useVisibleHeight()
  useToastsAtTop()

  const listed = threads?.find(({ id }) => id === selectedId)
  const single = useQuery({
    ...threadQuery(selectedId ?? 0),
    enabled: selectedId !== null && (threads !== undefined || list.isError) && !listed,
    retryOnMount: true,
  })
  const thread = listed ?? (selectedId === null ? undefined : single.data)

  if (threads?.length === 0 && chosenId === null) return <NoConversations />
  return (
    <div className="mx-auto grid h-full w-full max-w-[80rem] grid-cols-1 border-line bg-surface md:grid-cols-[minmax(18rem,23rem)_1fr] xl:border-x">
      <div
        className={`min-h-0 flex-col border-line md:flex md:border-r ${chosenId === null ? 'flex' : 'hidden'}`}
      >
        <h1 className="border-b border-line px-4 py-3 text-xl font-extrabold">Messages</h1>
        {threads ? (
          <ThreadList
            threads={threads}
            viewerId={viewerId}
            selectedId={selectedId}
            typing={typing}
            outgoing={state.messages}
            hasOlder={list.data?.nextCursor !== null}
            onLoadOlder={() => void loadOlderThreads(client).catch(() => undefined)}
          />
        ) : list.isError && !list.isFetching ? (
          <LoadFailure title={unreadable} onRetry={() => void list.refetch()} />
        ) : (
          <ThreadsSkeleton />
        )}
      </div>
      <div
        className={`min-h-0 min-w-0 flex-col overflow-hidden md:flex ${chosenId === null ? 'hidden' : 'open-conversation flex'}`}
      >
        {thread ? (
          <Conversation
            key={thread.id}
            thread={thread}
            viewerId={viewerId}
            isChosen={chosenId !== null}
            startsWithOffer={startsWithOffer}
            isTyping={typing.has(thread.id)}
            state={state}
            getOutbox={getOutbox}
            renderReport={renderReport}
            renderDeal={renderDeal}
            renderTrust={renderTrust}
          />
        ) : single.isError ? (
          <NoSuchConversation
            isGone={[400, 403, 404].includes(statusOf(single.error) ?? 0)}
            onRetry={() => void single.refetch()}
          />
        ) : selectedId === null && list.isError ? null : (
          <ConversationSkeleton />
        )}
      </div>
    </div>
  )
}

/** The conversation of the address; without one, on wide screens, the first of the list. */
function useSelection(threads: Thread[] | undefined): {
  chosenId: number | null
  selectedId: number | null
} {
  const chosenId = threadIdOf(new URLSearchParams(useSearch()))
  const isWide = useIsWide()
  const first = threads?.[0]?.id ?? null
  // The one shown first stays when another one becomes the most recent.
  const [defaultId, setDefaultId] = useState<number | null>(null)
  useEffect(() => {
    if (isWide) setDefaultId((before) => before ?? first)
  }, [isWide, first])
  return { chosenId, selectedId: chosenId ?? (isWide ? defaultId : null) }
}

function Centered({ children }: { children: ReactNode }) {
  return <div className="grid h-full flex-1 place-items-center overflow-y-auto">{children}</div>
}

function NoConversations() {
  return (
    <Centered>
      <h1 className="sr-only">Messages</h1>
      <EmptyState
        drawing={bubble}
        title="Select a conversation to start chatting"
        text="You have none yet. Find something you like and write to its seller."
        action={<ButtonLink href={paths.browse}>Browse Listings</ButtonLink>}
      />
    </Centered>
  )
}

function NoSuchConversation({ isGone, onRetry }: { isGone: boolean; onRetry: () => void }) {
  return (
    <Centered>
      {isGone ? (
        <EmptyState
          drawing={bubble}
          title="Select a conversation to start chatting"
          text="There is no conversation at this address, or it is not yours."
          action={<ButtonLink href={paths.chat}>All conversations</ButtonLink>}
        />
      ) : (
        <LoadFailure title={unreadable} onRetry={onRetry} />
      )}
    </Centered>
  )
}

/** Shows toasts at the upper right while the page is there: at the bottom is where one writes, and retries. */
function useToastsAtTop(): void {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--toast-inset', '5rem 1.5rem auto auto')
    return () => {
      style.removeProperty('--toast-inset')
    }
  }, [])
}
