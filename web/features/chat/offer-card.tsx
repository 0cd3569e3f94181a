import type { Offer } from '#shared/contract/chat.ts'
import { formatNaira } from '#shared/money.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'

const states = {
  ACCEPTED: 'Accepted',
  DECLINED: 'Declined',
  COUNTERED: 'Answered with another offer',
  WITHDRAWN: 'Withdrawn',
  CLOSED: 'No longer open',
}

interface OfferCardProps {
  offer: Offer
  isOwn: boolean
  isOpen: boolean
  isBusy: boolean
  onAnswer: (status: 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN') => void
  onCounter: () => void
  /** Of the accepted offer that no deal followed yet. */
  onArrange: (() => void) | null
}

/** An offer in its message: the price, what became of it, and what the reader can do. */
export function OfferCard({ offer, isOwn, isOpen, isBusy, onAnswer, onCounter, onArrange }: OfferCardProps) {
  const { price, status } = offer
  return (
    <div className="min-w-0 py-1">
      <p className="text-sm text-muted">{isOwn ? 'Your offer' : 'Offer'}</p>
      <p className="text-xl font-extrabold">{formatNaira(price)}</p>
      {status !== 'PENDING' && (
        <p className={status === 'ACCEPTED' ? 'font-bold text-brand-ink' : 'text-sm text-muted'}>
          {states[status]}
        </p>
      )}
      {isOpen && !isOwn && (
        <div className="mt-2 flex flex-wrap gap-2">
          <BusyButton className="button px-3" busy={isBusy} onClick={() => onAnswer('ACCEPTED')}>
            Accept
          </BusyButton>
          <button type="button" className="button button-outline px-3" onClick={onCounter}>
            Counter
          </button>
          <button
            type="button"
            className="button button-quiet px-3"
            disabled={isBusy}
            onClick={() => onAnswer('DECLINED')}
          >
            Decline
          </button>
        </div>
      )}
      {isOpen && isOwn && (
        <>
          <p className="text-sm text-muted">Waiting for an answer</p>
          <BusyButton
            className="button button-outline mt-2 px-3"
            busy={isBusy}
            onClick={() => onAnswer('WITHDRAWN')}
          >
            Withdraw
          </BusyButton>
        </>
      )}
      {onArrange && (
        <button type="button" className="button mt-2 px-3" onClick={onArrange}>
          Set place and time
        </button>
      )}
    </div>
  )
}
