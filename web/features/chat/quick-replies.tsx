import type { Thread } from '#shared/contract/chat.ts'

/** What buyers ask first; a press sends it. */
export function QuickReplies({ thread, onChoose }: { thread: Thread; onChoose: (text: string) => void }) {
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
          <button key={reply} type="button" className="chip" onClick={() => onChoose(reply)}>
            {reply}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
