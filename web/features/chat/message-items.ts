import type { Message } from '#shared/contract/chat.ts'
import type { Photo } from '#shared/contract/common.ts'
import { isSameDay } from './chat-time.ts'
import type { OutgoingMessage } from './outbox-store.ts'

/** `held`: it waits for an administrator; `refused`: an administrator did not let it through. */
export type DeliveryState = 'sending' | 'failed' | 'sent' | 'read' | 'held' | 'refused'

/** One line of a conversation as it is shown. */
export interface MessageItem {
  /** The same before and after the server has the message. */
  key: string
  isOwn: boolean
  body: string
  photo: Photo | null
  createdAt: string
  state: DeliveryState
  /** Why it was refused, where that is known. */
  refusal: string | null
  /** The message in the outbox, while it is there. */
  outgoing: OutgoingMessage | null
  /** A new day begins here. */
  startsDay: boolean
  /** Follows a message of the same person within a few minutes, or is followed by one. */
  joinsAbove: boolean
  joinsBelow: boolean
}

/** Milliseconds between messages that stand close together. */
const closeness = 5 * 60_000

type Plain = Omit<MessageItem, 'startsDay' | 'joinsAbove' | 'joinsBelow'>

/** What the server has, by its ids, and what is on its way at the end; a message that is both is shown once. */
export function toItems(
  messages: Message[],
  outgoing: OutgoingMessage[],
  { viewerId, readUpTo }: { viewerId: number; readUpTo: number },
): MessageItem[] {
  const known = new Set(messages.filter((m) => m.senderId === viewerId).map((m) => m.clientId))
  const plain = [
    ...messages.map((message) => fromServer(message, viewerId, readUpTo)),
    ...outgoing.filter(({ clientId }) => !known.has(clientId)).map(fromOutbox),
  ]
  return plain.map((item, index) => {
    const above = plain[index - 1]
    const below = plain[index + 1]
    return {
      ...item,
      startsDay: !above || !isSameDay(above.createdAt, item.createdAt),
      joinsAbove: Boolean(above && belongTogether(above, item)),
      joinsBelow: Boolean(below && belongTogether(item, below)),
    }
  })
}

const heldStates = { WAITING: 'held', REFUSED: 'refused' } as const

function fromServer(message: Message, viewerId: number, readUpTo: number): Plain {
  const isOwn = message.senderId === viewerId
  const { url = message.attachment, ...size } = message.attachmentPhoto ?? {}
  return {
    key: isOwn ? message.clientId : String(message.id),
    isOwn,
    body: message.body,
    photo: url ? { width: null, height: null, placeholder: null, ...size, url } : null,
    createdAt: message.createdAt,
    state: message.held ? heldStates[message.held] : message.id <= readUpTo ? 'read' : 'sent',
    refusal: message.heldReason ?? null,
    outgoing: null,
  }
}

function fromOutbox(message: OutgoingMessage): Plain {
  return {
    key: message.clientId,
    isOwn: true,
    body: message.body,
    photo: message.photo,
    createdAt: new Date(message.writtenAt).toISOString(),
    state: message.failed ? 'failed' : 'sending',
    refusal: null,
    outgoing: message,
  }
}

function belongTogether(first: Plain, second: Plain): boolean {
  return (
    first.isOwn === second.isOwn &&
    isSameDay(first.createdAt, second.createdAt) &&
    Math.abs(Date.parse(second.createdAt) - Date.parse(first.createdAt)) < closeness
  )
}

/** Nothing but a few emoji: shown large. */
export function isEmojiOnly(text: string): boolean {
  return (
    text.length <= 16 &&
    /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200D|\uFE0F|\s)+$/u.test(
      text,
    ) &&
    /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(text)
  )
}
