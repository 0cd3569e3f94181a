import { Check, CheckCheck, CircleAlert, Clock3, Eye } from 'lucide-react'
import { messageHeldNote } from '#shared/held-words.ts'
import { timeAgo } from '#web/lib/format.ts'
import { exactTime } from './chat-time.ts'
import type { DeliveryState, MessageItem } from './message-items.ts'
import { MessagePicture } from './message-picture.tsx'
import { MessageText } from './message-text.tsx'

interface MessageBubbleProps {
  item: MessageItem
  /** Who the other party is. */
  otherName: string
  now: number
  onRetry: () => void
  onDelete: () => void
}

/** One message: one's own at the right, with what became of it. */
export function MessageBubble({ item, otherName, now, onRetry, onDelete }: MessageBubbleProps) {
  const { isOwn, body, photo, state, createdAt } = item
  const look = isOwn ? 'bg-brand-soft' : 'border border-line bg-surface'
  const above = item.joinsAbove ? (isOwn ? 'rounded-tr-md' : 'rounded-tl-md') : ''
  const below = item.joinsBelow ? (isOwn ? 'rounded-br-md' : 'rounded-bl-md') : ''
  return (
    <div
      className={`flex flex-col ${isOwn ? 'items-end' : 'items-start'}`}
      data-own={isOwn}
      data-state={state}
    >
      <div
        className={`max-w-[85%] min-w-0 rounded-2xl text-ink shadow-flat md:max-w-[70%] ${look} ${above} ${below} ${
          state === 'failed' ? 'outline outline-danger' : ''
        } ${photo ? 'p-1.5' : 'px-3.5 pt-2'} pb-1.5`}
      >
        <span className="sr-only">{isOwn ? 'You: ' : `${otherName}: `}</span>
        {photo && <MessagePicture photo={photo} from={isOwn ? 'you' : otherName} />}
        {body && (
          <div className={photo ? 'px-2 pt-1.5' : ''}>
            <MessageText text={body} />
          </div>
        )}
        <p className={`mt-0.5 flex items-center justify-end gap-1 text-xs text-muted ${photo ? 'px-2' : ''}`}>
          <time dateTime={createdAt} title={exactTime(createdAt)}>
            {timeAgo(createdAt, now)}
          </time>
          {isOwn && <Delivery state={state} />}
        </p>
      </div>
      {state === 'held' && <p className="mt-1 text-right text-sm text-accent-ink">{messageHeldNote}</p>}
      {state === 'refused' && (
        <p className="mt-1 max-w-[85%] text-right text-sm text-danger md:max-w-[70%]">
          Not delivered: our moderators did not let it through.
          {item.refusal && ` ${item.refusal}`}
        </p>
      )}
      {state === 'failed' && (
        <div className="mt-1 flex flex-wrap items-center justify-end gap-x-1 text-sm">
          <p className="text-danger">{`Not sent. ${item.outgoing?.problem ?? ''}`}</p>
          <button type="button" className="button button-quiet px-3" onClick={onRetry}>
            Retry
          </button>
          <button type="button" className="button button-quiet px-3" onClick={onDelete}>
            Delete
          </button>
        </div>
      )}
    </div>
  )
}

const marks = {
  sending: { Icon: Clock3, label: 'Sending', look: '' },
  failed: { Icon: CircleAlert, label: 'Not sent', look: 'text-danger' },
  held: { Icon: Eye, label: 'Not delivered yet', look: 'text-accent-ink' },
  refused: { Icon: CircleAlert, label: 'Not delivered', look: 'text-danger' },
  sent: { Icon: Check, label: 'Sent', look: '' },
  read: { Icon: CheckCheck, label: 'Read', look: 'text-brand-ink' },
} satisfies Record<DeliveryState, unknown>

/** What became of a message of one's own: a clock, a tick, two ticks. */
function Delivery({ state }: { state: DeliveryState }) {
  const { Icon, label, look } = marks[state]
  return (
    <span className={`inline-flex ${look}`} title={label}>
      <Icon size={15} strokeWidth={2.5} aria-hidden />
      <span className="sr-only">{label}</span>
    </span>
  )
}
