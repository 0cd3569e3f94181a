import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { Thread } from '#shared/contract/chat.ts'
import { useHydrated } from '#web/lib/hydrated.ts'
import { useOnline } from '#web/lib/online.ts'
import { useSession } from '#web/lib/session.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { ClosedNotice } from './closed-notice.tsx'
import { Composer, type ComposerHandle } from './composer.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { ListingSummary } from './listing-summary.tsx'
import { toItems } from './message-items.ts'
import { MessageList } from './message-list.tsx'
import { readUpTo } from './messages.ts'
import type { Outbox, OutboxState } from './outbox.ts'
import { QuickReplies } from './quick-replies.tsx'
import { MessagesSkeleton, MessagesWait } from './skeletons.tsx'
import { otherParty } from './threads.ts'
import { useAttention } from './use-attention.ts'
import { useBlocking } from './use-blocking.ts'
import { useDropPicture } from './use-drop-picture.ts'
import { useMarkRead, useMessages } from './use-messages.ts'

export interface ConversationProps {
  thread: Thread
  viewerId: number
  /** Somebody chose it, rather than being shown the first one. */
  isChosen: boolean
  isTyping: boolean
  state: OutboxState
  outbox: Outbox | null
  /** The dialog that reports a user, from another feature. */
  renderReport: (dialog: { user: Thread['buyer']; open: boolean; onClose: () => void }) => ReactNode
}

/** One conversation: who, about what, the messages, and where one writes. */
export function Conversation(props: ConversationProps) {
  const { thread, viewerId, isChosen, isTyping, state, outbox, renderReport } = props
  const other = otherParty(thread, viewerId)
  const closed = useSession()?.isLeaving ? 'LEAVING' : thread.closed
  const isSeller = thread.seller.id === viewerId
  const { messages, isLoading, isMissing, retry, hasOlder, loadOlder } = useMessages(thread.id)
  const isHydrated = useHydrated()
  const { visible, focused } = useAttention()
  const [dialog, setDialog] = useState<'report' | 'block' | null>(null)
  const blocking = useBlocking(thread.id, other)
  const composer = useRef<ComposerHandle>(null)
  const drop = useDropPicture((file) => composer.current?.attach(file), closed === null)
  const isSeen = visible && (isChosen || focused)
  useMarkRead({ threadId: thread.id, viewerId, messages, isSeen })

  const items = useMemo(() => {
    const outgoing = state.messages.filter(({ threadId }) => threadId === thread.id)
    return toItems(messages, outgoing, { viewerId, readUpTo: readUpTo(messages, viewerId) })
  }, [messages, state.messages, thread.id, viewerId])

  const send = (body: string, photo = null as Parameters<Outbox['add']>[0]['photo']) =>
    outbox?.add({ threadId: thread.id, body, photo })

  return (
    <section aria-label={`Conversation with ${other.fullName}`} className="flex min-h-0 flex-1 flex-col">
      <ConversationHeader
        other={other}
        role={isSeller ? 'Buyer' : 'Seller'}
        isTyping={isTyping}
        isBlocked={thread.closed === 'BLOCKED_BY_YOU'}
        onReport={() => setDialog('report')}
        onBlock={() => setDialog('block')}
        onUnblock={() => void blocking.unblock()}
      />
      <ListingSummary thread={thread} isSeller={isSeller} />
      <div className="relative flex min-h-0 flex-1 flex-col" {...drop.props}>
        {!isHydrated ? (
          <MessagesWait />
        ) : isMissing ? (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <LoadFailure title="The messages could not be loaded" onRetry={retry} />
          </div>
        ) : isLoading && items.length === 0 ? (
          <MessagesSkeleton />
        ) : (
          <MessageList
            items={items}
            otherName={other.fullName}
            hasOlder={hasOlder}
            onLoadOlder={loadOlder}
            onRetry={(message) => outbox?.retry(message)}
            onDelete={(message) => outbox?.remove(message)}
          >
            {items.length === 0 && !isSeller && !closed && (
              <QuickReplies thread={thread} onChoose={(text) => send(text)} />
            )}
          </MessageList>
        )}
        <NetworkNote state={state} />
        {closed ? (
          <ClosedNotice
            reason={closed}
            otherName={other.fullName}
            onUnblock={() => void blocking.unblock()}
          />
        ) : (
          <Composer
            ref={composer}
            viewerId={viewerId}
            threadId={thread.id}
            isSending={state.sending?.threadId === thread.id}
            onSend={({ body, photo }) => send(body, photo)}
          />
        )}
        {drop.isOver && (
          <div className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-card border-2 border-dashed border-brand bg-brand-soft font-bold text-brand-ink">
            Drop the picture here
          </div>
        )}
      </div>
      {renderReport({ user: other, open: dialog === 'report', onClose: () => setDialog(null) })}
      <ConfirmDialog
        open={dialog === 'block'}
        onClose={() => setDialog(null)}
        onConfirm={() => void blocking.block().then(() => setDialog(null))}
        title={`Block ${other.fullName}?`}
        description="Neither of you can write to the other until you unblock. You keep this conversation."
        confirmLabel="Block"
        destructive
        busy={blocking.busy}
      />
    </section>
  )
}

/** Says quietly that what one writes waits. */
function NetworkNote({ state }: { state: OutboxState }) {
  const isOnline = useOnline()
  const isWaiting = !isOnline || (state.unreachable && state.messages.some(({ failed }) => !failed))
  return (
    <div role="status">
      {isWaiting && (
        <p className="bg-accent-soft px-4 py-1 text-center text-sm text-accent-ink">Waiting for network…</p>
      )}
    </div>
  )
}
