import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { Thread } from '#shared/contract/chat.ts'
import type { Photo } from '#shared/contract/common.ts'
import { useOnline } from '#web/lib/online.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { ClosedNotice, type ClosedReason, Composer, type ComposerHandle } from './composer.tsx'
import { dismissWarnings, hideMessage, type useBlocking } from './conversation-mutations.ts'
import type { MessageItem } from './message-items.ts'
import { MessageList } from './message-list.tsx'
import type { Outbox, OutboxState } from './outbox.ts'
import { QuickAnswers, QuickReplies } from './quick-replies.tsx'
import { MessagesPlaceholder, MessagesSkeleton } from './skeletons.tsx'
import { otherParty } from './threads.ts'
import { useDropPicture } from './use-attachments.ts'
import type { useMessages } from './use-messages.ts'
import { WarningCard } from './warning-card.tsx'

interface MessagePaneProps {
  thread: Thread
  viewerId: number
  closed: ClosedReason | null
  items: MessageItem[]
  history: ReturnType<typeof useMessages>
  state: OutboxState
  getOutbox: () => Outbox
  blocking: ReturnType<typeof useBlocking>
  renderOffer: (item: MessageItem) => ReactNode
  onOffer: () => void
  onReportAndBlock: () => void
}

/** The messages of a conversation, and below them the field for the next one. A picture can be dropped on both. */
export function MessagePane(props: MessagePaneProps) {
  const { thread, viewerId, closed, items, history, state, getOutbox, blocking } = props
  const other = otherParty(thread, viewerId)
  const isSeller = thread.seller.id === viewerId
  // Messages render after the frame around them, in small steps and only in the browser: all at once they block a slow phone for
  // over 100 ms.
  const isFramed = useDeferredValue(true, false)
  const client = useQueryClient()
  const composer = useRef<ComposerHandle>(null)
  const drop = useDropPicture((files) => composer.current?.attach(files), closed === null)
  const [toHide, setToHide] = useState<MessageItem | null>(null)
  const [replyKey, setReplyKey] = useState<string | null>(null)
  // None once it was deleted.
  const replyTarget = items.find(({ key }) => key === replyKey) ?? null

  // The button that unblocks gives way to the field.
  const reopens = useRef(false)
  useEffect(() => {
    if (closed || !reopens.current) return
    reopens.current = false
    composer.current?.focus()
  }, [closed])

  function send(body: string, photo: Photo | null = null) {
    const replyTo = replyTarget?.id && {
      id: replyTarget.id,
      senderId: replyTarget.isOwn ? viewerId : other.id,
      text: replyTarget.body,
    }
    getOutbox().add({ threadId: thread.id, body, photo, ...(replyTo && { replyTo }) })
    setReplyKey(null)
  }

  function renderMessages() {
    if (!isFramed) return <MessagesPlaceholder />
    if (history.isMissing)
      return (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <LoadFailure title="The messages could not be loaded" onRetry={history.retry} />
        </div>
      )
    if (history.isLoading && items.length === 0) return <MessagesSkeleton />
    return (
      <MessageList
        items={items}
        otherName={other.fullName}
        hasOlder={history.hasOlder}
        onLoadOlder={history.loadOlder}
        onRetry={(message) => getOutbox().retry(message)}
        onDelete={(message) => getOutbox().remove(message)}
        onLoadUntil={history.loadUntil}
        onReply={
          closed
            ? null
            : (item) => {
                setReplyKey(item.key)
                composer.current?.focus()
              }
        }
        onHide={setToHide}
        renderOffer={props.renderOffer}
        renderWarning={(warning) => (
          <WarningCard
            warning={warning}
            onReport={closed === 'BLOCKED_BY_YOU' ? undefined : props.onReportAndBlock}
            onDismiss={() => void dismissWarnings(client, thread.id)}
          />
        )}
      >
        {items.length === 0 && !isSeller && !closed && (
          <QuickReplies thread={thread} onChoose={(text) => send(text)} onOffer={props.onOffer} />
        )}
      </MessageList>
    )
  }

  return (
    <div className="relative flex min-h-0 flex-1 flex-col" {...drop.props}>
      {renderMessages()}
      {isFramed && isSeller && !closed && (
        <QuickAnswers thread={thread} last={items.at(-1)} onChoose={(text) => send(text)} />
      )}
      <NetworkNote state={state} />
      {closed ? (
        <ClosedNotice
          reason={closed}
          otherName={other.fullName}
          isUnblocking={blocking.busy}
          onUnblock={() => {
            reopens.current = true
            void blocking.unblock()
          }}
        />
      ) : (
        <Composer
          ref={composer}
          viewerId={viewerId}
          threadId={thread.id}
          isSending={state.sending?.threadId === thread.id}
          replyTarget={
            replyTarget && { item: replyTarget, from: replyTarget.isOwn ? 'yourself' : other.fullName }
          }
          onCancelReply={() => setReplyKey(null)}
          onSend={({ body, photo }) => send(body, photo)}
        />
      )}
      {drop.isOver && (
        <div className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-card border-2 border-dashed border-brand bg-brand-soft font-bold text-brand-ink">
          Drop the picture here
        </div>
      )}
      <ConfirmDialog
        open={toHide !== null}
        onClose={() => setToHide(null)}
        onConfirm={() => {
          setToHide(null)
          if (toHide?.id) void hideMessage(client, thread.id, toHide.id)
        }}
        title="Delete this message for you?"
        description={`${other.fullName} keeps it. You cannot bring it back.`}
        confirmLabel="Delete for me"
        destructive
      />
    </div>
  )
}

/** Says unobtrusively that messages are waiting for a connection. */
function NetworkNote({ state }: { state: OutboxState }) {
  const isOnline = useOnline()
  const isWaiting = !isOnline || (state.unreachable && state.messages.some(({ failed }) => !failed))
  return (
    <div role="status">
      {isWaiting && (
        <p className="bg-accent-soft px-4 py-1 text-center text-sm text-accent-ink">Waiting for network...</p>
      )}
    </div>
  )
}
