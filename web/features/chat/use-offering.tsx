import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import type { Thread } from '#shared/contract/chat.ts'
import { formatNaira } from '#shared/money.ts'
import { paths } from '#web/lib/paths.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import type { ClosedReason } from './composer.tsx'
import { useOffers } from './conversation-mutations.ts'
import type { MessageItem } from './message-items.ts'
import { OfferCard } from './offer-card.tsx'
import type { Outbox } from './outbox.ts'

const loadDialog = async () => (await import('./offer-dialog.tsx')).OfferDialog

interface OfferingOptions {
  thread: Thread
  items: MessageItem[]
  closed: ClosedReason | null
  getOutbox: () => Outbox
  /** The address asks for the dialog. */
  startsWithOffer: boolean
  /** Opens the terms of the deal that follows an accepted offer. */
  onArrange: () => void
}

interface Offering {
  mayOffer: boolean
  /** Opens the dialog, where an offer may be made. */
  makeOffer: () => void
  /** The price of the last accepted offer, in kobo. */
  agreedPrice: number | null
  renderOffer: (item: MessageItem) => ReactNode
  dialog: ReactNode
}

/** The offers of a conversation: how each stands in its message, and the dialog of a new one. */
export function useOffering(options: OfferingOptions): Offering {
  const { thread, items, closed, getOutbox, startsWithOffer, onArrange } = options
  const { status } = thread.listing
  const [isAsked, setAsked] = useState(false)
  const [, navigate] = useLocation()
  const offers = useOffers(thread.id)
  const pending = items.findLast(({ offer }) => offer?.status === 'PENDING')
  const agreed = items.findLast(({ offer }) => offer?.status === 'ACCEPTED')
  const mayOffer =
    closed === null &&
    status === 'ACTIVE' &&
    thread.deal?.status !== 'PROPOSED' &&
    thread.deal?.status !== 'ACCEPTED'
  const isOpen = mayOffer && (isAsked || startsWithOffer)
  const { Component: Dialog } = useLazyComponent(loadDialog, isOpen)

  function close() {
    setAsked(false)
    if (startsWithOffer) navigate(paths.thread(thread.id), { replace: true, state: history.state })
  }

  function renderOffer(item: MessageItem): ReactNode {
    const { id, offer, isOwn } = item
    if (!offer) return null
    const isPending = offer.status === 'PENDING'
    // A sold or hidden listing, a block or a closed account ends a pending offer on the server.
    const hasEnded = isPending && (closed !== null || status !== 'ACTIVE')
    return (
      <OfferCard
        offer={hasEnded ? { ...offer, status: 'CLOSED' } : offer}
        isOwn={isOwn}
        isOpen={id !== null && isPending && mayOffer}
        isBusy={offers.busyId === id}
        onAnswer={(answer) => id !== null && void offers.answer(id, answer)}
        onCounter={() => setAsked(true)}
        onArrange={item === agreed && mayOffer ? onArrange : null}
      />
    )
  }

  return {
    mayOffer,
    makeOffer: () => setAsked(true),
    agreedPrice: agreed?.offer?.price ?? null,
    renderOffer,
    dialog: Dialog && (
      <Dialog
        open={isOpen}
        onClose={close}
        askingPrice={thread.listing.price}
        counters={pending && !pending.isOwn ? (pending.offer?.price ?? null) : null}
        onOffer={(offer) =>
          getOutbox().add({ threadId: thread.id, body: `Offer: ${formatNaira(offer)}`, photo: null, offer })
        }
      />
    ),
  }
}
