import { ArrowDown, ShieldCheck } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNow } from '#web/lib/now.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { dayLabel } from './chat-time.ts'
import { MessageBubble } from './message-bubble.tsx'
import type { MessageItem } from './message-items.ts'
import type { OutgoingMessage } from './outbox-store.ts'

/** Pixels from the newest message within which the view stays with it. */
const near = 120

interface MessageListProps {
  items: MessageItem[]
  otherName: string
  hasOlder: boolean
  /** Reads the page before; rejects when that fails. */
  onLoadOlder: () => Promise<void>
  onRetry: (message: OutgoingMessage) => void
  onDelete: (message: OutgoingMessage) => void
  /** After the last message: quick replies, who is writing. */
  children?: ReactNode
}

/**
 * The messages, the newest at the bottom. The scrolling box is turned around (column-reverse): it starts at the newest even
 * before there is code, stays there when the box or what is in it changes its height, and older messages move nothing.
 */
export function MessageList(props: MessageListProps) {
  const { items, otherName, hasOlder, onRetry, onDelete, children } = props
  const now = useNow()
  const scroller = useRef<HTMLElement>(null)
  const { isAway, hasNews, toNewest, onScroll } = useStayAtNewest(scroller, items)
  const { sentinel, isLoading, failed, load } = useOlder(scroller, props)

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={scroller}
        onScroll={onScroll}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-x-hidden overflow-y-auto overscroll-contain bg-sunken [overflow-anchor:none]"
        // Reached by the keyboard, since a person may read further up.
        tabIndex={0}
        aria-label={`Messages with ${otherName}`}
      >
        <div className="mx-auto w-full max-w-3xl px-3 pt-4 pb-3 md:px-6">
          {hasOlder ? (
            <div ref={sentinel} className="grid h-12 place-items-center">
              {failed ? (
                <button type="button" className="button button-quiet text-sm" onClick={load}>
                  Load older messages
                </button>
              ) : (
                isLoading && <Spinner label="Loading older messages" />
              )}
            </div>
          ) : (
            <SafetyNote />
          )}
          <ol className="flex flex-col">
            {items.map((item) => (
              <li key={item.key} className={item.joinsAbove ? 'mt-1' : 'mt-3'}>
                {item.startsDay && <DaySeparator label={dayLabel(item.createdAt, now)} />}
                <MessageBubble
                  item={item}
                  otherName={otherName}
                  now={now}
                  onRetry={() => item.outgoing && onRetry(item.outgoing)}
                  onDelete={() => item.outgoing && onDelete(item.outgoing)}
                />
              </li>
            ))}
          </ol>
          {children}
        </div>
      </section>
      {isAway && (
        <button
          type="button"
          onClick={toNewest}
          aria-label={hasNews ? undefined : 'To the newest message'}
          className="chip absolute bottom-3 left-1/2 -translate-x-1/2 shadow-raised"
        >
          {hasNews && 'New messages'}
          <ArrowDown size={18} aria-hidden />
        </button>
      )}
      <Announcements items={items} otherName={otherName} />
    </div>
  )
}

function DaySeparator({ label }: { label: string }) {
  return (
    <p className="my-3 text-center">
      <span className="badge bg-surface text-muted shadow-flat">{label}</span>
    </p>
  )
}

/** Stands before the first message. */
function SafetyNote() {
  return (
    <p className="mx-auto flex max-w-md items-start gap-2 rounded-card bg-accent-soft px-4 py-3 text-sm text-accent-ink">
      <ShieldCheck size={18} aria-hidden className="mt-0.5 shrink-0" />
      Meet in a safe public place, check the item before you pay, and never share bank codes or passwords.
    </p>
  )
}

/** Reads what arrives aloud, and nothing of what was there. */
function Announcements({ items, otherName }: { items: MessageItem[]; otherName: string }) {
  const [said, setSaid] = useState('')
  const last = items.findLast((item) => !item.isOwn)
  const heard = useRef(last?.key)
  useEffect(() => {
    if (!last || last.key === heard.current) return
    heard.current = last.key
    setSaid(`${otherName}: ${last.body || 'Image'}`)
  }, [last, otherName])
  return (
    <p className="sr-only" aria-live="polite">
      {said}
    </p>
  )
}

/** Follows the newest message while it is in sight; otherwise nothing moves, and what arrives is told of. */
function useStayAtNewest(scroller: RefObject<HTMLElement | null>, items: MessageItem[]) {
  const [isAway, setIsAway] = useState(false)
  const [seen, setSeen] = useState(items.at(-1)?.key)
  const before = useRef({ height: 0, first: items[0]?.key, last: items.at(-1)?.key })
  const newest = items.at(-1)

  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const { height, first, last } = before.current
    const isNewLast = newest?.key !== last
    if (isNewLast && newest?.isOwn && newest.state === 'sending') box.scrollTop = 0
    else if (isNewLast && box.scrollTop < -near && first === items[0]?.key)
      box.scrollTop -= box.scrollHeight - height
    before.current = { height: box.scrollHeight, first: items[0]?.key, last: newest?.key }
    if (box.scrollTop >= -near) setSeen(newest?.key)
  }, [scroller, items, newest])

  // More than the messages changes the height: the width of the window, a font that has come.
  useEffect(() => {
    const box = scroller.current
    if (!box?.firstElementChild) return
    const observer = new ResizeObserver(() => {
      before.current.height = box.scrollHeight
    })
    observer.observe(box.firstElementChild)
    return () => observer.disconnect()
  }, [scroller])

  return {
    isAway,
    hasNews: isAway && newest !== undefined && !newest.isOwn && newest.key !== seen,
    toNewest() {
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
      scroller.current?.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' })
    },
    onScroll() {
      const away = (scroller.current?.scrollTop ?? 0) < -near
      setIsAway(away)
      if (!away) setSeen(newest?.key)
    },
  }
}

/** Reads older messages before one reaches the oldest that is here. */
function useOlder(
  scroller: RefObject<HTMLElement | null>,
  { hasOlder, onLoadOlder }: Pick<MessageListProps, 'hasOlder' | 'onLoadOlder'>,
) {
  const sentinel = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const latest = useRef(onLoadOlder)
  useEffect(() => {
    latest.current = onLoadOlder
  })

  function load() {
    setState('loading')
    latest.current().then(
      () => setState('idle'),
      () => setState('failed'),
    )
  }

  useEffect(() => {
    const target = sentinel.current
    if (!hasOlder || state !== 'idle' || !target) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) load()
      },
      { root: scroller.current, rootMargin: '600px 0px 0px' },
    )
    observer.observe(target)
    return () => observer.disconnect()
  })

  return { sentinel, isLoading: state === 'loading', failed: state === 'failed', load }
}
