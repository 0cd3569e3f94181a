import { Handshake } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { Thread } from '#shared/contract/chat.ts'
import { formatNaira } from '#shared/money.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { isOpen, mayPropose, otherParty, shortMeetingTime, shortStateOf } from './deal-texts.ts'

const loadDialog = async () => (await import('./terms-dialog.tsx')).TermsDialog

interface DealBarProps {
  thread: Thread
  viewerId: number
  /** Of an accepted offer, in kobo: a deal starts with it. */
  agreedPrice: number | null
  isProposing: boolean
  onProposing: (isProposing: boolean) => void
}

/** The deal of a conversation above its messages: its state and the next act. */
export function DealBar({ thread, viewerId, agreedPrice, isProposing, onProposing }: DealBarProps) {
  const { deal, listing } = thread
  const [, navigate] = useLocation()
  const { Component: TermsDialog, preloadProps, load } = useLazyComponent(loadDialog, isProposing)
  const isLeaving = useSession()?.isLeaving
  const isPossible = mayPropose(thread) && !isLeaving
  if (!deal && !isPossible) return null
  const isAsked = deal?.status === 'PROPOSED' && deal.proposedBy !== viewerId
  return (
    <section
      aria-label="Deal"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-surface px-3 py-2 md:px-4"
    >
      <Handshake size={22} />
      {deal ? (
        <Link href={paths.deal(deal.id)} className="min-h-11 min-w-0 flex-1 basis-[6rem] text-sm">
          <span className="block truncate font-bold">{shortStateOf(deal, viewerId)}</span>
          <span className="block truncate text-muted">
            {formatNaira(deal.price)}
            {isOpen(deal) && ` · ${shortMeetingTime(deal.meetsAt)}`}
          </span>
        </Link>
      ) : (
        <p className="min-w-0 flex-1 basis-[6rem] text-sm text-muted">
          {agreedPrice === null
            ? 'Agreed on a price? Set where you meet.'
            : `You agreed on ${formatNaira(agreedPrice)}. Set where you meet.`}
        </p>
      )}
      {deal && isOpen(deal) ? (
        <Link
          href={paths.deal(deal.id)}
          className={`deal-answer button px-3 ${isAsked ? '' : 'button-outline'}`}
        >
          {isAsked ? 'Answer' : 'See it'}
        </Link>
      ) : deal?.mayReview && !deal.youReviewed ? (
        <Link href={paths.review(otherParty(deal, viewerId).id)} className="button px-3">
          Review
        </Link>
      ) : (
        isPossible && (
          <button
            type="button"
            className="button button-outline px-3 noscript:hidden"
            {...preloadProps}
            onClick={() => void load().then(onProposing)}
          >
            {deal ? 'New deal' : 'Propose a deal'}
          </button>
        )
      )}
      {TermsDialog && (
        <TermsDialog
          // What was written before they agreed has another price.
          key={agreedPrice}
          open={isProposing}
          onClose={() => onProposing(false)}
          threadId={thread.id}
          listingId={listing.id}
          agreedPrice={agreedPrice}
          listingPrice={listing.price}
          isSeller={thread.seller.id === viewerId}
          onProposed={({ id }) => navigate(paths.deal(id))}
        />
      )}
    </section>
  )
}
