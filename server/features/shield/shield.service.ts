import { siteOrigin } from '#server/core/http/origin.ts'
import type { Db } from '#server/db/pool.ts'
import type { Env } from '#server/env.ts'
import type { Warning } from '#shared/contract/warnings.ts'
import { imitationOf } from '#shared/imitated-sites.ts'
import { dayMs } from '#shared/limits.ts'
import { linksIn } from '#shared/links-in-text.ts'
import {
  type Draft as ConversationDraft,
  type KnownConversation,
  readConversation,
  readMustWait,
} from './conversation.db.ts'
import type { Conversation } from './features.ts'
import { type Judgement, judgeConversation } from './judge.ts'

export interface DraftWarning extends Warning {
  probability: number
}

export interface JudgedDraft {
  /** For the recipient alone. */
  warning: DraftWarning | null
  /** The message is to be held for review: its sender waits for a decision before writing to new people. */
  mustWait: boolean
}

interface Draft extends ConversationDraft {
  body: string
}

export interface ShieldServices {
  db: Db
  env: Pick<Env, 'PUBLIC_URL' | 'PORT'>
  log: { warn: (details: object, line: string) => void }
}

/** Words that a card quotes. */
const maxQuotes = 3

/**
 * Judges a message in its conversation before it is sent. One statement, and about a millisecond of processor time. If the
 * judgement fails, the message has no warning, but is still held if its sender must wait; throws if that cannot be read.
 */
export async function detectScam({ db, env, log }: ShieldServices, draft: Draft): Promise<JudgedDraft> {
  try {
    const known = await readConversation(db, draft)
    if (!known) return { warning: null, mustWait: false }
    return { warning: warningFor(known, draft.body, env), mustWait: known.mustWait }
  } catch (err) {
    log.warn({ err, threadId: draft.threadId }, 'a message was sent without a judgement')
    return { warning: null, mustWait: await readMustWait(db, draft) }
  }
}

function warningFor(known: KnownConversation, body: string, env: ShieldServices['env']): DraftWarning | null {
  if (known.isDismissed || body === '') return null
  const [sender, other] = known.senderSells ? (['seller', 'buyer'] as const) : (['buyer', 'seller'] as const)
  const draftMessage = { from: sender, text: body }
  const judge = (messages: Conversation['messages']) =>
    judgeConversation(
      {
        listing: { title: known.title, category: known.category, priceNaira: known.price / 100 || null },
        messages,
      },
      sender,
      {
        account: {
          ageDays: (Date.now() - known.senderSince.getTime()) / dayMs,
          verified: known.senderIsVerified,
          dealPartners: known.dealPartners,
        },
        ownHost: new URL(siteOrigin(env)).host,
      },
    )
  const earlier = known.messages.map(({ bySender, text }) => ({ from: bySender ? sender : other, text }))
  const whole = judge([...earlier, draftMessage])
  if (!whole.warn) return null
  if (!known.isWarned) return warningOf(whole)
  // After a first warning, the next one needs a message that shows a signal by itself.
  const alone = judge([draftMessage])
  return alone.reasons.length > 0 ? { ...warningOf(alone), probability: whole.probability } : null
}

function warningOf({ kind, probability, reasons }: Judgement): DraftWarning {
  const seen: string[] = []
  for (const { words } of reasons) {
    const shown = words.replace(/\s+/g, ' ').trim().toWellFormed()
    const isRepeated = seen.some((known) => known.includes(shown) || shown.includes(known))
    if (shown !== '' && !isRepeated) seen.push(shown)
    if (seen.length === maxQuotes) break
  }
  return { kind, seen, probability }
}

/**
 * Judges what one of the two wrote outside the chat, by itself: without the conversation, and as of a new account. A link that passes
 * for a bank or a courier is enough. About 0.1 ms; reads nothing.
 */
export function judgeTexts(
  texts: readonly string[],
  from: 'seller' | 'buyer',
  listing: { title: string; price: number },
): Warning | null {
  for (const text of texts)
    for (const { start, end, href } of linksIn(text)) {
      const { kind } = imitationOf(href, '') ?? {}
      if (kind && kind !== 'oja') return { kind: 'phishing-link', seen: [text.slice(start, end)] }
    }
  const judgement = judgeConversation(
    {
      listing: { title: listing.title, category: 'Other', priceNaira: listing.price / 100 },
      messages: texts.map((text) => ({ from, text })),
    },
    from,
  )
  if (!judgement.warn) return null
  const { kind, seen } = warningOf(judgement)
  return { kind, seen }
}
