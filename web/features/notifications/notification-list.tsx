import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { Notification } from '#shared/contract/notifications.ts'
import { api } from '#web/lib/api.ts'
import { lagosDayNumber } from '#web/lib/dates.ts'
import { timeAgo } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { markOld, refreshChanged } from '#web/lib/refresh-changed.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Thumbnail } from '#web/ui/thumbnail.tsx'

const days = ['Today', 'Yesterday', 'Earlier'] as const

function dayOf({ happenedAt }: Notification, now: number): (typeof days)[number] {
  const daysAgo = lagosDayNumber(now) - lagosDayNumber(happenedAt)
  return daysAgo <= 0 ? 'Today' : daysAgo === 1 ? 'Yesterday' : 'Earlier'
}

interface NotificationListProps {
  notifications: Notification[]
  /** The last one of the previous page, whose day continues without another heading. */
  before?: Notification | undefined
  /** Whether a press asked for this page: its first notification gets the focus of the link that brought it. */
  asked: RefObject<boolean>
}

/** Notifications under the day on which they happened, the newest first. */
export function NotificationList({ notifications, before, asked }: NotificationListProps) {
  const now = useNow()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!asked.current) return
    asked.current = false
    list.current?.querySelector('a')?.focus({ preventScroll: true })
  }, [asked])
  const shown = before && dayOf(before, now)
  const byDay = days.map((day) => ({ day, of: notifications.filter((one) => dayOf(one, now) === day) }))
  return (
    <div ref={list} className={`space-y-5 ${before ? 'mt-5' : ''}`}>
      {byDay
        .filter(({ of }) => of.length > 0)
        .map(({ day, of }) => (
          <section key={day} aria-labelledby={`day-${day}`}>
            {day !== shown && (
              <h2 id={`day-${day}`} className="mb-2 font-bold">
                {day}
              </h2>
            )}
            <ul className="card divide-y divide-line overflow-hidden">
              {of.map((one) => (
                <li key={one.id}>
                  <Row notification={one} now={now} />
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}

/** A link to what it is about; following it marks it as read. */
function Row({ notification, now }: { notification: Notification; now: number }) {
  const { id, title, text, href, happenedAt, readAt } = notification
  const isUnread = readAt === null
  const client = useQueryClient()
  const read = useMutation({
    mutationFn: () => api('POST /api/notifications/:id/read', { params: { id } }),
    onSuccess: () => refreshChanged(client, 'POST /api/notifications/:id/read'),
  })
  return (
    <Link
      href={href}
      onClick={() => {
        markOld(client, href)
        if (isUnread) read.mutate()
      }}
      className="flex items-center gap-3 px-3 py-3 hover:bg-sunken md:px-4"
    >
      <Picture notification={notification} />
      <span className="min-w-0 flex-1">
        {isUnread && <span className="sr-only">Unread: </span>}
        <span className={`block wrap-anywhere ${isUnread ? 'font-bold' : 'font-semibold'}`}>{title}</span>
        <span className="block text-sm wrap-anywhere text-muted">{text}</span>
        <time
          dateTime={happenedAt}
          className={`block text-xs ${isUnread ? 'font-bold text-brand-ink' : 'text-muted'}`}
        >
          {timeAgo(happenedAt, now)}
        </time>
      </span>
      {isUnread && <span aria-hidden className="size-3 shrink-0 rounded-full bg-accent" />}
    </Link>
  )
}

const size = 48
const box = { width: size, height: size }

/** A picture of the listing, else of the person, else a bell. It is decoration: the text beside it names them. */
function Picture({ notification: { picture, actor } }: { notification: Notification }) {
  if (picture) return <Thumbnail url={picture.url} size={size} />
  if (actor) return <Avatar url={actor.avatarUrl} name={actor.fullName} size={size} />
  return (
    <span style={box} className="grid shrink-0 place-items-center rounded-full bg-brand-soft text-brand-ink">
      <Bell size={22} />
    </span>
  )
}
