import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import type { Thread } from '#shared/contract/chat.ts'
import { api } from '#web/lib/api.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { showFailure } from '#web/ui/toast.ts'
import type { MessageItem } from './message-items.ts'

/** For a button that goes away when it is pressed: the focus stays in the conversation. */
const focusConversationThen =
  (act: () => void) =>
  ({ currentTarget }: MouseEvent) => {
    currentTarget.closest('section')?.focus({ preventScroll: true })
    act()
  }

/**
 * Frequent first questions, which `Conversation` shows a buyer without messages; null unless the listing is ACTIVE. A press sends one;
 * "Make an offer" opens the dialog that asks for its price.
 */
export function QuickReplies({
  thread,
  onChoose,
  onOffer,
}: {
  thread: Thread
  onChoose: (text: string) => void
  onOffer: () => void
}) {
  const { status, priceType } = thread.listing
  if (status !== 'ACTIVE') return null
  const replies = [
    'Is this still available?',
    priceType === 'NEGOTIABLE' ? 'What is your best price?' : 'Is the price negotiable?',
    'Where can I see it?',
  ]
  return (
    <fieldset className="mt-6 flex flex-col items-center gap-3">
      <legend className="mx-auto mb-3 text-sm text-muted">Start with a question, or write your own</legend>
      <div className="flex flex-wrap justify-center gap-2">
        {replies.map((reply) => (
          <button
            key={reply}
            type="button"
            className="chip"
            onClick={focusConversationThen(() => onChoose(reply))}
          >
            {reply}
          </button>
        ))}
        <button type="button" className="chip" onClick={onOffer}>
          Make an offer
        </button>
      </div>
    </fieldset>
  )
}

const asksWhetherAvailable = /^is (it|this) still available\?$/i
const available = 'Yes, it is still available'
const sold = 'Sorry, it is sold'

interface QuickAnswersProps {
  thread: Thread
  last: MessageItem | undefined
  onChoose: (text: string) => void
}

/** A seller's answers to "Is it still available?", and after "it is sold" a button that marks the listing as sold. */
export function QuickAnswers({ thread: { listing }, last, onChoose }: QuickAnswersProps) {
  const client = useQueryClient()
  const markSold = useMutation({
    mutationFn: () =>
      api('PATCH /api/listings/:id', { params: { id: listing.id }, body: { status: 'SOLD' } }),
    onError: (error) => showFailure('Not marked as sold', error, 'Please try again.'),
    onSettled: () => refreshChanged(client, 'PATCH /api/listings/:id'),
  })
  if (listing.status !== 'ACTIVE' || !last) return null
  const isAsked = !last.isOwn && asksWhetherAvailable.test(last.body.trim())
  if (!isAsked && !(last.isOwn && last.body === sold)) return null
  return (
    <fieldset className="flex flex-wrap justify-center gap-2 px-4 py-2">
      <legend className="sr-only">{isAsked ? 'Answer with one tap' : 'Tell everybody'}</legend>
      {isAsked ? (
        [available, sold].map((answer) => (
          <button
            key={answer}
            type="button"
            className="chip"
            onClick={focusConversationThen(() => onChoose(answer))}
          >
            {answer}
          </button>
        ))
      ) : (
        <button type="button" className="chip" onClick={focusConversationThen(() => markSold.mutate())}>
          Mark sold
        </button>
      )}
    </fieldset>
  )
}
