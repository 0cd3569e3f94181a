import { type ReactNode, useMemo, useState } from 'react'
import type { Thread } from '#shared/contract/chat.ts'
import { useSession } from '#web/lib/session.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { useBlocking } from './conversation-mutations.ts'
import { ListingSummary } from './listing-summary.tsx'
import { readUpTo } from './message-cache.ts'
import { toItems } from './message-items.ts'
import { MessagePane } from './message-pane.tsx'
import type { Outbox, OutboxState } from './outbox.ts'
import { otherParty } from './threads.ts'
import { useAttention } from './use-attention.ts'
import { useMarkRead, useMessages } from './use-messages.ts'
import { useOffering } from './use-offering.tsx'

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
  const { thread, viewerId, isChosen, state, getOutbox, renderReport } = props
  const other = otherParty(thread, viewerId)
  const closed = useSession()?.isLeaving ? 'LEAVING' : thread.closed
  const isSeller = thread.seller.id === viewerId
  const isPublic = !thread.listing.deletedAt && thread.listing.status !== 'HIDDEN'
  const [dialog, setDialog] = useState<'report' | 'report and block' | 'block' | null>(null)
  const [isProposing, setProposing] = useState(false)
  const blocking = useBlocking(thread.id, other)

  const history = useMessages(thread.id)
  const { messages } = history
  const { visible, focused } = useAttention()
  const isSeen = visible && (isChosen || focused)
  useMarkRead({ threadId: thread.id, viewerId, messages, isSeen })
  const items = useMemo(() => {
    const outgoing = state.messages.filter(({ threadId }) => threadId === thread.id)
    return toItems(messages, outgoing, { viewerId, readUpTo: readUpTo(messages, viewerId) })
  }, [messages, state.messages, thread.id, viewerId])

  const { mayOffer, makeOffer, ...offering } = useOffering({
    ...{ thread, items, closed, getOutbox, startsWithOffer: props.startsWithOffer },
    onArrange: () => setProposing(true),
  })

  return (
    <section
      tabIndex={-1}
      aria-label={`Conversation with ${other.fullName}`}
      className="flex min-h-0 flex-1 flex-col"
    >
      <ConversationHeader
        other={other}
        role={isSeller ? 'Buyer' : 'Seller'}
        isTyping={props.isTyping}
        isBlocked={thread.closed === 'BLOCKED_BY_YOU'}
        trust={props.renderTrust({
          userId: other.id,
          fullName: other.fullName,
          listingId: isSeller || !isPublic ? undefined : thread.listing.id,
        })}
        onReport={() => setDialog('report')}
        onBlock={() => setDialog('block')}
        onUnblock={() => void blocking.unblock()}
      />
      <div className="conversation-bars">
        <ListingSummary thread={thread} isSeller={isSeller} onOffer={mayOffer ? makeOffer : null} />
        {props.renderDeal(thread, {
          agreedPrice: offering.agreedPrice,
          isProposing,
          onProposing: setProposing,
        })}
      </div>
      <MessagePane
        {...{ thread, viewerId, closed, items, history, state, getOutbox, blocking }}
        renderOffer={offering.renderOffer}
        onOffer={makeOffer}
        onReportAndBlock={() => setDialog('report and block')}
      />
      {renderReport({ user: other, open: dialog === 'report', onClose: () => setDialog(null) })}
      {renderReport({
        user: other,
        open: dialog === 'report and block',
        onClose: () => setDialog(null),
        andThen: { label: 'Report and block', run: () => void blocking.block() },
      })}
      {offering.dialog}
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
