import { ArrowDown, ShieldCheck } from 'lucide-react'
import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Warning } from '#shared/contract/warnings.ts'
import { timeAgo } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { smoothly } from '#web/lib/reduced-motion.ts'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { dayHeading } from './chat-time.ts'
import { MessageBubble } from './message-bubble.tsx'
import type { MessageItem } from './message-items.ts'
import type { OutgoingMessage } from './outbox-store.ts'
import { useEnlargedPicture } from './use-enlarged-picture.tsx'
import { warningTexts } from './warning-texts.ts'
import './message-list.css'

/** Distance in pixels from the newest message within which the view follows it. */
const near = 120
/** From this number on, those far from the screen are not laid out (message-list.css). */
const manyMessages = 100

/** Whether the browser itself keeps the messages on the screen in place when heights change. */
const isAnchored = (items: MessageItem[]) =>
  items.length > manyMessages && CSS.supports('overflow-anchor', 'auto')

interface MessageListProps {
  items: MessageItem[]
  otherName: string
  hasOlder: boolean
  onLoadOlder: () => Promise<void>
  onRetry: (message: OutgoingMessage) => void
  onDelete: (message: OutgoingMessage) => void
  onLoadUntil: (id: number) => Promise<void>
  onReply: ((item: MessageItem) => void) | null
  onHide: (item: MessageItem) => void
  renderOffer: (item: MessageItem) => ReactNode
  renderWarning: (warning: Warning) => ReactNode
  /** After the last message: quick replies, typing indicator. */
  children?: ReactNode
}

/**
 * The messages, newest at the bottom. The scroll container uses column-reverse: it starts at the newest before the scripts load,
 * stays there when heights change, and older messages do not shift it.
 */
export function MessageList(props: MessageListProps) {
  const { items, otherName, hasOlder, onRetry, onDelete, onReply, onHide, children } = props
  const now = useNow()
  const scroller = useRef<HTMLElement>(null)
  const { isScrolledUp, hasUnread, toNewest, onScroll } = useStayAtNewest(scroller, items)
  const { sentinel, isLoading, failed, load } = useOlder(scroller, props)
  const { enlarge, viewer } = useEnlargedPicture(items, otherName, scroller)
  const showMessage = useShowMessage(scroller, items, props.onLoadUntil)
  const [opened, setOpened] = useState<string | null>(null)
  const actions = useSameActions({
    toggle: ({ key }) => setOpened(opened === key ? null : key),
    reply(item) {
      setOpened(null)
      onReply?.(item)
    },
    hide: onHide,
    enlarge: ({ key }) => enlarge(key),
    showQuoted: showMessage,
    retry: ({ outgoing }) => outgoing && onRetry(outgoing),
    remove: ({ outgoing }) => outgoing && onDelete(outgoing),
  })

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={scroller}
        onScroll={onScroll}
        className={`flex min-h-0 flex-1 flex-col-reverse overflow-x-hidden overflow-y-auto overscroll-contain bg-sunken ${
          items.length > manyMessages ? 'many-messages' : '[overflow-anchor:none]'
        }`}
        // Focusable, so that keyboard users can scroll up.
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
              <p className="hidden print:block">
                Older messages are not printed. Scroll up to them first, then print.
              </p>
            </div>
          ) : (
            <SafetyNote />
          )}
          <ol ref={restoreFocus} className="flex flex-col">
            {items.map((item) => (
              <MessageRow
                key={item.key}
                item={item}
                otherName={otherName}
                day={item.startsDay ? dayHeading(item.createdAt, now) : null}
                ago={timeAgo(item.createdAt, now)}
                isNewest={item === items.at(-1)}
                isOpen={opened === item.key}
                mayReply={onReply !== null}
                actions={actions}
                offer={item.offer && props.renderOffer(item)}
                warning={item.warning && props.renderWarning(item.warning)}
              />
            ))}
          </ol>
          {children}
        </div>
      </section>
      {isScrolledUp && (
        <button
          type="button"
          onClick={toNewest}
          aria-label={hasUnread ? undefined : 'To the newest message'}
          className="chip absolute bottom-3 left-1/2 -translate-x-1/2 shadow-raised"
        >
          {hasUnread && 'New messages'}
          <ArrowDown size={18} />
        </button>
      )}
      <Announcements items={items} otherName={otherName} />
      {viewer}
    </div>
  )
}

interface MessageActions {
  toggle: (item: MessageItem) => void
  reply: (item: MessageItem) => void
  hide: (item: MessageItem) => void
  enlarge: (item: MessageItem) => void
  showQuoted: (id: number) => void
  retry: (item: MessageItem) => void
  remove: (item: MessageItem) => void
}

/** The same object at each rendering, whose functions call the present ones. */
function useSameActions(actions: MessageActions): MessageActions {
  const present = useRef(actions)
  useLayoutEffect(() => {
    present.current = actions
  })
  const [same] = useState<MessageActions>(() => ({
    toggle: (item) => present.current.toggle(item),
    reply: (item) => present.current.reply(item),
    hide: (item) => present.current.hide(item),
    enlarge: (item) => present.current.enlarge(item),
    showQuoted: (id) => present.current.showQuoted(id),
    retry: (item) => present.current.retry(item),
    remove: (item) => present.current.remove(item),
  }))
  return same
}

interface MessageRowProps {
  item: MessageItem
  otherName: string
  /** The heading of the day that it begins. */
  day: string | null
  ago: string
  isNewest: boolean
  isOpen: boolean
  mayReply: boolean
  actions: MessageActions
  offer: ReactNode
  warning: ReactNode
}

/**
 * Rendered again only where it changed: all of 1,000 took a phone a second, at each new message and whenever the other party began to
 * type. An item is a new object each time.
 */
const MessageRow = memo(
  ({ item, day, mayReply, actions, warning, ...bubble }: MessageRowProps) => (
    <li id={`message-${item.key}`} tabIndex={-1} className={item.joinsAbove ? 'mt-1' : 'mt-3'}>
      {day && <DaySeparator label={day} />}
      <MessageBubble
        {...bubble}
        item={item}
        onToggle={() => actions.toggle(item)}
        onReply={mayReply ? () => actions.reply(item) : null}
        onHide={() => actions.hide(item)}
        onEnlarge={() => actions.enlarge(item)}
        onShowQuoted={actions.showQuoted}
        onRetry={() => actions.retry(item)}
        onDelete={() => actions.remove(item)}
      />
      {warning}
    </li>
  ),
  ({ item: itemBefore, ...before }, { item, ...props }) =>
    Object.entries(props).every(([name, value]) => before[name as keyof typeof before] === value) &&
    JSON.stringify(itemBefore) === JSON.stringify(item),
)

function DaySeparator({ label }: { label: string }) {
  return (
    <p className="my-3 text-center">
      <span className="badge bg-surface text-muted shadow-flat">{label}</span>
    </p>
  )
}

function SafetyNote() {
  return (
    <p className="mx-auto flex max-w-md items-start gap-2 rounded-card bg-accent-soft px-4 py-3 text-sm text-accent-ink">
      <ShieldCheck size={18} className="mt-0.5" />
      Meet in a safe public place, check the item before you pay, and never share bank codes or passwords.
    </p>
  )
}

/** Announces new messages to screen readers, but not those already shown. */
function Announcements({ items, otherName }: { items: MessageItem[]; otherName: string }) {
  const [announcement, setAnnouncement] = useState('')
  const last = items.findLast((item) => !item.isOwn)
  const announced = useRef(last?.id ?? 0)
  useEffect(() => {
    // A smaller id is left when the newest one was deleted.
    if (!last?.id || last.id <= announced.current) return
    announced.current = last.id
    const warning = last.warning ? ` Caution: ${warningTexts[last.warning.kind].title}.` : ''
    setAnnouncement(`${otherName}: ${last.body || 'Image'}${warning}`)
  }, [last, otherName])
  return (
    <p className="sr-only" aria-live="polite">
      {announcement}
    </p>
  )
}

/** Follows the newest message while it is visible; otherwise it does not scroll and shows a button. */
function useStayAtNewest(scroller: RefObject<HTMLElement | null>, items: MessageItem[]) {
  const [isScrolledUp, setIsScrolledUp] = useState(false)
  const newestReceived = items.findLast(({ isOwn }) => !isOwn)?.id ?? 0
  const [seen, setSeen] = useState(newestReceived)
  const before = useRef({ height: 0, first: items[0]?.key, last: items.at(-1)?.key })
  const newest = items.at(-1)

  useLayoutEffect(() => {
    const box = scroller.current
    const { height, first, last } = before.current
    const isNewLast = newest?.key !== last
    // Reading scrollTop forces a layout, so only if there are other messages than before.
    if (!box || (!isNewLast && first === items[0]?.key)) return
    if (isNewLast && ((newest?.isOwn && newest.state === 'sending') || !isScrolledUp)) box.scrollTop = 0
    else if (isNewLast && !isAnchored(items) && first === items[0]?.key)
      box.scrollTop -= box.scrollHeight - height
    before.current = { height: box.scrollHeight, first: items[0]?.key, last: newest?.key }
    if (box.scrollTop >= -near) setSeen(newestReceived)
  }, [scroller, items, newest, newestReceived, isScrolledUp])

  // The first height; heights also change with the window's width or a loaded font.
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
    isScrolledUp,
    hasUnread: isScrolledUp && newestReceived > seen,
    toNewest() {
      // The button goes away.
      scroller.current?.focus({ preventScroll: true })
      scroller.current?.scrollTo({ top: 0, behavior: smoothly() })
    },
    onScroll() {
      const away = (scroller.current?.scrollTop ?? 0) < -near
      setIsScrolledUp(away)
      if (!away) setSeen(newestReceived)
    },
  }
}

/** Brings a message into view, with the focus on it; loads older ones until it is there. */
function useShowMessage(
  scroller: RefObject<HTMLElement | null>,
  items: MessageItem[],
  onLoadUntil: MessageListProps['onLoadUntil'],
): (id: number) => void {
  const [target, setTarget] = useState<number | null>(null)
  useEffect(() => {
    const found = target !== null && items.find(({ id }) => id === target)
    if (!found) return
    setTarget(null)
    const element = scroller.current?.querySelector<HTMLElement>(`#message-${CSS.escape(found.key)}`)
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
  }, [scroller, items, target])
  return (id) => {
    setTarget(id)
    onLoadUntil(id).catch(() => setTarget(null))
  }
}

/** Loads older messages before the user reaches the oldest loaded one. */
function useOlder(
  scroller: RefObject<HTMLElement | null>,
  { hasOlder, onLoadOlder }: Pick<MessageListProps, 'hasOlder' | 'onLoadOlder'>,
) {
  const sentinel = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')

  function load() {
    setState('loading')
    onLoadOlder().then(
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
