import { type Judgement, judgeConversation } from '#server/features/shield/judge.ts'
import type { Side } from '#server/features/shield/signals.ts'
import type { Labelled } from './conversations.ts'

const otherSide = (side: Side): Side => (side === 'buyer' ? 'seller' : 'buyer')

export interface MessageJudgement extends Judgement {
  /** Index of the message that was judged. */
  message: number
  /** The recipient of the message, who sees the warning if there is one. */
  recipient: Side
}

/** Judges each message of a conversation when it is sent, as the server does. Returns the judgements of all messages. */
export function play({ listing, messages }: Labelled): MessageJudgement[] {
  return messages.map(({ from }, message) => ({
    ...judgeConversation({ listing, messages: messages.slice(0, message + 1) }, from),
    message,
    recipient: otherSide(from),
  }))
}
