import { Circle, CircleCheck } from 'lucide-react'
import { useCallback, useState, useSyncExternalStore } from 'react'
import type { Deal } from '#shared/contract/deals.ts'
import { formatNaira } from '#shared/money.ts'
import { useSharedOutbox } from '#web/lib/outbox-shared.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { type ConfirmationState, confirmationOutboxOf } from './confirmation-outbox.ts'

/**
 * The hand-over at the meeting: what each party checks before goods and money change hands. Only the seller's confirmation completes the
 * deal.
 */
export function HandOver({ deal, viewerId }: { deal: Deal; viewerId: number }) {
  const { isPending, isUnreachable, problem, confirm } = useConfirmation(deal, viewerId)
  const [isAsked, setAsked] = useState(false)
  const isSeller = deal.seller.id === viewerId
  const price = formatNaira(deal.price)
  return (
    <section aria-labelledby="hand-over" className="card p-5 sm:p-6">
      <p className="text-sm font-semibold text-muted">When you meet</p>
      <h2 id="hand-over" className="mt-1 text-xl font-bold">
        {isSeller
          ? 'Is the money in your balance?'
          : deal.triedAt
            ? 'Pay now, while you are together'
            : 'Have you seen and tried it?'}
      </h2>
      <p className="mt-3 text-3xl font-extrabold tracking-tight tabular-nums">{price}</p>
      <p className="mt-1 wrap-anywhere">{`from ${deal.buyer.fullName} to ${deal.seller.fullName}`}</p>
      {isSeller ? (
        <>
          <p className="mt-4 rounded-control bg-accent-soft px-4 py-3 font-semibold text-accent-ink">
            Open your own bank app. Is the money in your balance? A text or a screenshot is not money.
          </p>
          <p className="mt-3 text-sm text-muted">
            The money is not there yet? Keep the goods and wait. Paid in cash? Count it first.
          </p>
        </>
      ) : (
        <p className="mt-4 rounded-control bg-accent-soft px-4 py-3 font-semibold text-accent-ink">
          {deal.triedAt
            ? `Wait until ${deal.seller.fullName} has the money in their balance. That completes the deal.`
            : 'Look at it from all sides, try it, and compare it with the listing. Pay only after that.'}
        </p>
      )}
      <ul className="mt-4 space-y-1.5">
        <Step isDone={deal.triedAt !== null}>
          {deal.triedAt ? `Seen and tried by ${deal.buyer.fullName}` : 'Seen and tried: not yet'}
        </Step>
        <Step isDone={false}>Money received: not yet</Step>
      </ul>
      <div role="status">
        {isPending && (
          <p className="mt-4 rounded-control bg-accent-soft px-4 py-3 text-accent-ink">
            {isUnreachable
              ? 'We do not know yet whether your press arrived. This device keeps it, and sends it when it is online and Oja is open.'
              : 'Sending...'}
          </p>
        )}
        <FormFailure text={problem} className="mt-4" />
      </div>
      {(isSeller || !deal.triedAt) && (
        <BusyButton
          className="button mt-5 w-full"
          busy={isPending}
          onClick={() => (isSeller ? setAsked(true) : confirm())}
        >
          {isSeller ? 'I have it' : 'I have seen and tried it'}
        </BusyButton>
      )}
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false)
          confirm()
        }}
        title={`Is ${price} in your balance?`}
        description={`You see it from ${deal.buyer.fullName} in your own bank app, or you counted it in cash. This completes the deal and cannot be undone.`}
        confirmLabel="Yes, I have it"
      />
    </section>
  )
}

function Step({ isDone, children }: { isDone: boolean; children: string }) {
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className={`flex items-start gap-1.5 ${isDone ? 'font-semibold text-brand-ink' : 'text-muted'}`}>
      <Icon size={16} className="mt-1" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}

const none: ConfirmationState = { isPending: false, isUnreachable: false, problem: null }

/** The viewer's confirmation at the meeting, with its delivery state. */
function useConfirmation(deal: Deal, viewerId: number) {
  const { outbox, getOutbox } = useSharedOutbox(confirmationOutboxOf, viewerId)
  const subscribe = useCallback(
    (listener: () => void) => outbox?.subscribe(deal.id, listener) ?? (() => {}),
    [outbox, deal.id],
  )
  const state = useSyncExternalStore(
    subscribe,
    () => outbox?.get(deal.id) ?? none,
    () => none,
  )
  const isDone = deal.seller.id === viewerId ? deal.paidAt !== null : deal.triedAt !== null
  return { ...state, isPending: state.isPending && !isDone, confirm: () => getOutbox().confirm(deal) }
}
