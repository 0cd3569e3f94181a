import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Thread } from '#shared/contract/chat.ts'
import type { Photo } from '#shared/contract/common.ts'
import { formatNaira } from '#shared/money.ts'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { ClosedNotice, Composer, type ComposerHandle } from './composer.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { dismissWarnings, hideMessage, useBlocking, useOffers } from './conversation-mutations.ts'
import { ListingSummary } from './listing-summary.tsx'
import { readUpTo } from './message-cache.ts'
import { type MessageItem, toItems } from './message-items.ts'
import { MessageList } from './message-list.tsx'
import { OfferCard } from './offer-card.tsx'
import type { Outbox, OutboxState } from './outbox.ts'
import { QuickAnswers, QuickReplies } from './quick-replies.tsx'
import { MessagesPlaceholder, MessagesSkeleton } from './skeletons.tsx'
import { otherParty } from './threads.ts'
import { useDropPicture } from './use-attachments.ts'
import { useMarkRead, useMessages } from './use-messages.ts'
import { useAttention } from './use-viewport.ts'
import { WarningCard } from './warning-card.tsx'

const loadOfferDialog = async () => (await import('./offer-dialog.tsx')).OfferDialog

/** What the feature of deals needs to know of offers. */
interface DealOptions {
  /** The price of the last accepted offer, in kobo. */
  agreedPrice: number | null
  isProposing: boolean
  onProposing: (isProposing: boolean) => void
}

export interface ConversationProps {
  thread: Thread
  viewerId: number
  /** The user chose this conversation; it is not just the first one. */
  isChosen: boolean
  /** The address asks for the dialog of an offer. */
  startsWithOffer: boolean
  isTyping: boolean
  state: OutboxState
  getOutbox: () => Outbox
  /** The dialog for reporting a user, from another feature. */
  renderReport: (dialog: ReportDialogOptions) => ReactNode
  /** The deal of the two, from another feature. */
  renderDeal: (thread: Thread, options: DealOptions) => ReactNode
  /** The button that opens the facts about the other party, from another feature. */
  renderTrust: (subject: { userId: number; fullName: string; listingId?: number | undefined }) => ReactNode
}

interface ReportDialogOptions {
  user: Thread['buyer']
  open: boolean
  onClose: () => void
  /** The button's label, and what runs after the report, where the dialog also blocks the user. */
  andThen?: { label: string; run: () => void } | undefined
}

export function Conversation(props: ConversationProps) {
  const { thread, viewerId, isChosen, isTyping, state, getOutbox, renderReport, renderDeal, renderTrust } =
    props
  const other = otherParty(thread, viewerId)
  const closed = useSession()?.isLeaving ? 'LEAVING' : thread.closed
  const isSeller = thread.seller.id === viewerId
  const isPublic = !thread.listing.deletedAt && thread.listing.status !== 'HIDDEN'
  const { messages, isLoading, isMissing, retry, hasOlder, loadOlder, loadUntil } = useMessages(thread.id)
  // Messages render after the frame around them, in small steps and only in the browser: all at once they block a slow phone for
  // over 100 ms.
  const isFramed = useDeferredValue(true, false)
  const { visible, focused } = useAttention()
  const [dialog, setDialog] = useState<'report' | 'report and block' | 'block' | 'offer' | null>(null)
  const [replyKey, setReplyKey] = useState<string | null>(null)
  const [toHide, setToHide] = useState<MessageItem | null>(null)
  const [isProposing, setProposing] = useState(false)
  const [, navigate] = useLocation()
  const blocking = useBlocking(thread.id, other)
  const client = useQueryClient()
  const composer = useRef<ComposerHandle>(null)
  const drop = useDropPicture((files) => composer.current?.attach(files), closed === null)
  const isSeen = visible && (isChosen || focused)
  useMarkRead({ threadId: thread.id, viewerId, messages, isSeen })

  const items = useMemo(() => {
    const outgoing = state.messages.filter(({ threadId }) => threadId === thread.id)
    return toItems(messages, outgoing, { viewerId, readUpTo: readUpTo(messages, viewerId) })
  }, [messages, state.messages, thread.id, viewerId])

  // None once it was deleted.
  const replyTarget = items.find(({ key }) => key === replyKey) ?? null

  const offers = useOffers(thread.id)
  const pending = items.findLast(({ offer }) => offer?.status === 'PENDING')
  const agreed = items.findLast(({ offer }) => offer?.status === 'ACCEPTED')
  const mayOffer =
    closed === null &&
    thread.listing.status === 'ACTIVE' &&
    thread.deal?.status !== 'PROPOSED' &&
    thread.deal?.status !== 'ACCEPTED'
  const isOffering = mayOffer && (dialog === 'offer' || props.startsWithOffer)
  const { Component: OfferDialog } = useLazyComponent(loadOfferDialog, isOffering)

  // The button that unblocks gives way to the field.
  const reopens = useRef(false)
  useEffect(() => {
    if (closed || !reopens.current) return
    reopens.current = false
    composer.current?.focus()
  }, [closed])

  function send(body: string, photo: Photo | null = null) {
    const replyTo = quoteOf(replyTarget, isSeller ? thread.seller.id : thread.buyer.id, other.id)
    getOutbox().add({ threadId: thread.id, body, photo, ...(replyTo && { replyTo }) })
    setReplyKey(null)
  }

  function closeOffer() {
    setDialog(null)
    if (props.startsWithOffer) navigate(paths.thread(thread.id), { replace: true, state: history.state })
  }

  function renderOffer(item: MessageItem): ReactNode {
    const { id, offer, isOwn } = item
    if (!offer) return null
    const isOpen = id !== null && offer.status === 'PENDING' && mayOffer
    // A sold or hidden listing, a block or a closed account ends a pending offer on the server.
    const hasEnded = offer.status === 'PENDING' && (closed !== null || thread.listing.status !== 'ACTIVE')
    return (
      <OfferCard
        offer={hasEnded ? { ...offer, status: 'CLOSED' } : offer}
        isOwn={isOwn}
        isOpen={isOpen}
        isBusy={offers.busyId === id}
        onAnswer={(status) => id !== null && void offers.answer(id, status)}
        onCounter={() => setDialog('offer')}
        onArrange={item === agreed && mayOffer ? () => setProposing(true) : null}
      />
    )
  }

  return (
    <section
      tabIndex={-1}
      aria-label={`Conversation with ${other.fullName}`}
      className="flex min-h-0 flex-1 flex-col"
    >
      <ConversationHeader
        other={other}
        role={isSeller ? 'Buyer' : 'Seller'}
        isTyping={isTyping}
        isBlocked={thread.closed === 'BLOCKED_BY_YOU'}
        trust={renderTrust({
          userId: other.id,
          fullName: other.fullName,
          listingId: isSeller || !isPublic ? undefined : thread.listing.id,
        })}
        onReport={() => setDialog('report')}
        onBlock={() => setDialog('block')}
        onUnblock={() => void blocking.unblock()}
      />
      <div className="conversation-bars">
        <ListingSummary
          thread={thread}
          isSeller={isSeller}
          onOffer={mayOffer ? () => setDialog('offer') : null}
        />
        {renderDeal(thread, {
          agreedPrice: agreed?.offer?.price ?? null,
          isProposing,
          onProposing: setProposing,
        })}
      </div>
      <div className="relative flex min-h-0 flex-1 flex-col" {...drop.props}>
        {!isFramed ? (
          <MessagesPlaceholder />
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
            onRetry={(message) => getOutbox().retry(message)}
            onDelete={(message) => getOutbox().remove(message)}
            onLoadUntil={loadUntil}
            onReply={
              closed
                ? null
                : (item) => {
                    setReplyKey(item.key)
                    composer.current?.focus()
                  }
            }
            onHide={setToHide}
            renderOffer={renderOffer}
            renderWarning={(warning) => (
              <WarningCard
                warning={warning}
                onReport={closed === 'BLOCKED_BY_YOU' ? undefined : () => setDialog('report and block')}
                onDismiss={() => void dismissWarnings(client, thread.id)}
              />
            )}
          >
            {items.length === 0 && !isSeller && !closed && (
              <QuickReplies
                thread={thread}
                onChoose={(text) => send(text)}
                onOffer={() => setDialog('offer')}
              />
            )}
          </MessageList>
        )}
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
      </div>
      {renderReport({ user: other, open: dialog === 'report', onClose: () => setDialog(null) })}
      {renderReport({
        user: other,
        open: dialog === 'report and block',
        onClose: () => setDialog(null),
        andThen: { label: 'Report and block', run: () => void blocking.block() },
      })}
      {OfferDialog && (
        <OfferDialog
          open={isOffering}
          onClose={closeOffer}
          askingPrice={thread.listing.price}
          counters={pending && !pending.isOwn ? (pending.offer?.price ?? null) : null}
          onOffer={(offer) =>
            getOutbox().add({ threadId: thread.id, body: `Offer: ${formatNaira(offer)}`, photo: null, offer })
          }
        />
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

const quoteOf = (item: MessageItem | null, viewerId: number, otherId: number) =>
  item?.id ? { id: item.id, senderId: item.isOwn ? viewerId : otherId, text: item.body } : undefined

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
