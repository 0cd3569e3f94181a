import type { Message } from '#shared/contract/chat.ts'
import type { Photo } from '#shared/contract/common.ts'
import type { Warning } from '#shared/contract/warnings.ts'
import { serverTime } from '#web/lib/server-time.ts'
import { isSameDay } from './chat-time.ts'
import type { OutgoingMessage } from './outbox-store.ts'

/** `held`: waits for review; `refused`: an administrator rejected it. */
export type DeliveryState = 'sending' | 'failed' | 'sent' | 'read' | 'held' | 'refused'

export interface MessageItem {
  /** The same before and after the server has stored the message. */
  key: string
  id: number | null
  isOwn: boolean
  body: string
  photo: Photo | null
  replyTo: Message['replyTo'] | null
  isOwnQuoted: boolean
  offer: Message['offer'] | null
  createdAt: string
  state: DeliveryState
  refusal: string | null
  /** Held because the server holds all messages of this sender to new people. */
  waitsForSender: boolean
  warning: Warning | null
  outgoing: OutgoingMessage | null
  startsDay: boolean
  /** Follows or precedes a message of the same person within a few minutes. */
  joinsAbove: boolean
  joinsBelow: boolean
}

/** Maximum milliseconds between grouped messages. */
const groupWithinMs = 5 * 60_000

type Plain = Omit<MessageItem, 'startsDay' | 'joinsAbove' | 'joinsBelow'>

/** Stored messages by id, then unsent ones; a message that is both is shown once. */
export function toItems(
  messages: Message[],
  outgoing: OutgoingMessage[],
  { viewerId, readUpTo }: { viewerId: number; readUpTo: number },
): MessageItem[] {
  const known = new Set(messages.filter((m) => m.senderId === viewerId).map((m) => m.clientId))
  const plain = [
    ...messages.map((message) => fromServer(message, viewerId, readUpTo)),
    ...outgoing
      .filter(({ clientId }) => !known.has(clientId))
      .map((message) => fromOutbox(message, viewerId)),
  ]
  // Only the newest offer can be without an answer: a later one, which may have come by the socket, ended it.
  const newestOffer = plain.findLast(({ id, offer }) => id !== null && offer)
  return plain.map((item, index) => {
    const above = plain[index - 1]
    const below = plain[index + 1]
    return {
      ...item,
      offer:
        item.offer?.status === 'PENDING' && item.id !== null && newestOffer && newestOffer !== item
          ? {
              ...item.offer,
              status: nextOffer(plain, index)?.isOwn === item.isOwn ? 'WITHDRAWN' : 'COUNTERED',
            }
          : item.offer,
      startsDay: !above || !isSameDay(above.createdAt, item.createdAt),
      joinsAbove: Boolean(above && belongTogether(above, item)),
      joinsBelow: Boolean(below && belongTogether(item, below)),
    }
  })
}

const nextOffer = (items: Plain[], index: number) =>
  items.find(({ id, offer }, at) => at > index && id !== null && offer)

const heldStates = { WAITING: 'held', REFUSED: 'refused' } as const

function fromServer(message: Message, viewerId: number, readUpTo: number): Plain {
  const isOwn = message.senderId === viewerId
  const { url = message.attachment, ...size } = message.attachmentPhoto ?? {}
  return {
    key: isOwn ? message.clientId : String(message.id),
    id: message.held ? null : message.id,
    replyTo: message.replyTo ?? null,
    isOwnQuoted: message.replyTo?.senderId === viewerId,
    offer: message.offer ?? null,
    isOwn,
    body: message.body,
    photo: url ? { width: null, height: null, placeholder: null, ...size, url } : null,
    createdAt: message.createdAt,
    state: message.held ? heldStates[message.held] : message.id <= readUpTo ? 'read' : 'sent',
    refusal: message.heldReason ?? null,
    waitsForSender: message.heldRule === 'SENDER_WAITS',
    warning: message.warning ?? null,
    outgoing: null,
  }
}

function fromOutbox(message: OutgoingMessage, viewerId: number): Plain {
  return {
    key: message.clientId,
    id: null,
    replyTo: message.replyTo ?? null,
    isOwnQuoted: message.replyTo?.senderId === viewerId,
    offer: message.offer === undefined ? null : { price: message.offer, status: 'PENDING' },
    isOwn: true,
    body: message.body,
    photo: message.photo,
    createdAt: new Date(serverTime(message.writtenAt)).toISOString(),
    state: message.failed ? 'failed' : 'sending',
    refusal: null,
    waitsForSender: false,
    warning: null,
    outgoing: message,
  }
}

function belongTogether(first: Plain, second: Plain): boolean {
  return (
    first.isOwn === second.isOwn &&
    !first.warning &&
    isSameDay(first.createdAt, second.createdAt) &&
    Math.abs(Date.parse(second.createdAt) - Date.parse(first.createdAt)) < groupWithinMs
  )
}

/** Only a few emoji: displayed large. */
export function isEmojiOnly(text: string): boolean {
  return (
    text.length <= 16 &&
    /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200D|\uFE0F|\s)+$/u.test(
      text,
    ) &&
    /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(text)
  )
}
