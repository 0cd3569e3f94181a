import { Check, CheckCheck, CircleAlert, Clock3, EllipsisVertical, Eye, Reply, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Photo as PhotoData } from '#shared/contract/common.ts'
import { clock } from '#web/lib/dates.ts'
import { paths } from '#web/lib/paths.ts'
import { OjaMark } from '#web/ui/oja-mark.tsx'
import { Photo } from '#web/ui/photo.tsx'
import { exactTime } from './chat-time.ts'
import type { DeliveryState, MessageItem } from './message-items.ts'
import { MessageText } from './message-text.tsx'
import './message-bubble.css'

interface MessageBubbleProps {
  item: MessageItem
  otherName: string
  ago: string
  /** The newest message says how long ago it was; the others have the clock alone. */
  isNewest: boolean
  /** The card in place of an offer's text. */
  offer: ReactNode
  onRetry: () => void
  onDelete: () => void
  onEnlarge: () => void
  onShowQuoted: (id: number) => void
  isOpen: boolean
  onToggle: () => void
  onReply: (() => void) | null
  onHide: () => void
}

/** One message: the user's own on the right, with its delivery state. */
export function MessageBubble(props: MessageBubbleProps) {
  const { item, otherName, ago, isNewest, offer, onRetry, onDelete, onReply, onHide } = props
  const { isOwn, body, photo, state, createdAt } = item
  const styles = isOwn ? 'bg-brand-soft' : 'border border-line bg-surface'
  const above = item.joinsAbove ? (isOwn ? 'rounded-tr-md' : 'rounded-tl-md') : ''
  const below = item.joinsBelow ? (isOwn ? 'rounded-br-md' : 'rounded-bl-md') : ''
  return (
    <div className="message-row flex flex-wrap items-center" data-own={isOwn} data-state={state}>
      <div
        className={`max-w-[85%] min-w-0 rounded-2xl text-ink shadow-flat md:max-w-[70%] ${styles} ${above} ${below} ${
          state === 'failed' ? 'outline outline-danger' : ''
        } ${photo ? 'p-1.5' : 'px-3.5 pt-2'} pb-1.5`}
      >
        <span className="sr-only">{isOwn ? 'You: ' : `${otherName}: `}</span>
        {item.replyTo && (
          <Quote
            quoted={item.replyTo}
            from={item.isOwnQuoted ? 'You' : otherName}
            onShow={props.onShowQuoted}
          />
        )}
        {photo && (
          <MessagePicture photo={photo} from={isOwn ? 'you' : otherName} onEnlarge={props.onEnlarge} />
        )}
        {offer ||
          (body && (
            <div className={photo ? 'px-2 pt-1.5' : ''}>
              <MessageText text={body} />
            </div>
          ))}
        <p className={`mt-0.5 flex items-center justify-end gap-1 text-xs text-muted ${photo ? 'px-2' : ''}`}>
          <time dateTime={createdAt} title={`${exactTime(createdAt)} (${ago})`}>
            {clock(createdAt)}
            {isNewest && ` · ${ago}`}
          </time>
          {isOwn && <Delivery state={state} />}
        </p>
      </div>
      {item.id !== null && (
        <button
          type="button"
          aria-label="Reply or delete"
          aria-expanded={props.isOpen}
          onClick={props.onToggle}
          className="button button-quiet button-icon message-more shrink-0 rounded-full noscript:hidden"
        >
          <EllipsisVertical size={18} />
        </button>
      )}
      <div className={`flex w-full flex-col ${isOwn ? 'items-end' : 'items-start'}`}>
        {props.isOpen && item.id !== null && (
          <div className="mt-1 flex flex-wrap gap-1 text-sm">
            {onReply && (
              <button type="button" className="button button-quiet px-3" onClick={onReply}>
                <Reply size={18} />
                Reply
              </button>
            )}
            <button type="button" className="button button-quiet px-3" onClick={onHide}>
              <Trash2 size={18} />
              Delete for me
            </button>
          </div>
        )}
        <StateNote item={item} onRetry={onRetry} onDelete={onDelete} />
      </div>
    </div>
  )
}

/** Below a message that did not arrive: why, and what its sender can do. */
function StateNote({ item, onRetry, onDelete }: Pick<MessageBubbleProps, 'item' | 'onRetry' | 'onDelete'>) {
  switch (item.state) {
    case 'held':
      return (
        <p className="mt-1 max-w-[85%] text-right text-sm text-accent-ink md:max-w-[70%]">
          <OjaMark />{' '}
          {item.waitsForSender ? (
            <>
              Your messages to new people wait for a check by our team, because several people were warned
              about what you wrote. Is that wrong?{' '}
              <Link href={paths.decisions} className="font-semibold underline">
                Appeal
              </Link>
            </>
          ) : (
            'We look at this message before it is delivered.'
          )}
        </p>
      )
    case 'refused':
      return (
        <p className="mt-1 max-w-[85%] text-right text-sm text-danger md:max-w-[70%]">
          <OjaMark /> Not delivered: our moderators did not let it through.
          {item.refusal && ` ${item.refusal}`}{' '}
          <Link href={paths.decisions} className="font-semibold underline">
            Appeal
          </Link>
        </p>
      )
    case 'failed':
      return (
        <div className="mt-1 flex flex-wrap items-center justify-end gap-x-1 text-sm">
          <p className="text-danger">{`Not sent. ${item.outgoing?.problem ?? ''}`}</p>
          <button type="button" className="button button-quiet px-3" onClick={onRetry}>
            Retry
          </button>
          <button type="button" className="button button-quiet px-3" onClick={onDelete}>
            Delete
          </button>
        </div>
      )
    default:
      return null
  }
}

interface QuoteProps {
  quoted: NonNullable<MessageItem['replyTo']>
  from: string
  onShow: (id: number) => void
}

/** The message that another one answers; a press leads to it. */
function Quote({ quoted: { id, text }, from, onShow }: QuoteProps) {
  const styles =
    'message-quote mb-1 block min-h-11 w-full rounded-control bg-sunken px-3 py-1 text-left text-sm'
  const content = (
    <>
      <span className="block truncate font-bold">{from}</span>
      <span className="block truncate text-muted">{text === null ? 'Deleted for you' : text || 'Image'}</span>
    </>
  )
  if (text === null) return <span className={styles}>{content}</span>
  return (
    <button type="button" className={styles} onClick={() => onShow(id)}>
      <span className="sr-only">Answers </span>
      {content}
    </button>
  )
}

const marks = {
  sending: { Icon: Clock3, label: 'Sending', styles: '' },
  failed: { Icon: CircleAlert, label: 'Not sent', styles: 'text-danger' },
  held: { Icon: Eye, label: 'Not delivered yet', styles: 'text-accent-ink' },
  refused: { Icon: CircleAlert, label: 'Not delivered', styles: 'text-danger' },
  sent: { Icon: Check, label: 'Sent', styles: '' },
  read: { Icon: CheckCheck, label: 'Read', styles: 'text-brand-ink' },
} satisfies Record<DeliveryState, unknown>

/** Delivery state of the user's own message: a clock, a tick, two ticks. */
function Delivery({ state }: { state: DeliveryState }) {
  const { Icon, label, styles } = marks[state]
  return (
    <span className={`inline-flex ${styles}`} title={label}>
      <Icon size={15} strokeWidth={2.5} />
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** Maximum size of a picture in a conversation, and its minimum width, in pixels. */
const box = { width: 280, height: 320, least: 96 }

/** Display size of a picture; a square if its size is unknown. */
function drawnSize({ width, height }: PhotoData): { width: number; aspectRatio: string } {
  if (!width || !height) return { width: 220, aspectRatio: '1' }
  const scale = Math.min(1, box.width / width, box.height / height)
  return { width: Math.max(box.least, Math.round(width * scale)), aspectRatio: `${width} / ${height}` }
}

interface MessagePictureProps {
  photo: PhotoData
  from: string
  onEnlarge: () => void
}

/** A picture in a message; a press enlarges it. */
function MessagePicture({ photo, from, onEnlarge }: MessagePictureProps) {
  const alt = `Picture from ${from}`
  return (
    <button
      type="button"
      aria-label={`${alt}, show it large`}
      onClick={onEnlarge}
      style={drawnSize(photo)}
      className="block max-w-full cursor-zoom-in overflow-hidden rounded-xl bg-sunken"
    >
      <Photo photo={photo} alt={alt} sizes={`${box.width}px`} className="size-full object-cover" />
    </button>
  )
}
