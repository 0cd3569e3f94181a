import { z } from 'zod'
import { endpoints, ownAccount } from '../endpoint.ts'
import { type NotificationKind as KindName, topicOf } from '../notification-topics.ts'
import { thresholds } from '../thresholds.ts'
import { Id, Photo, Timestamp } from './common.ts'
import { ById, ByToken, optionalParam } from './parameters.ts'
import { NotificationChanges, Settings, Topics } from './settings.ts'

/** What happened. */
export const NotificationKind = z.enum(Object.keys(topicOf) as KindName[])
export type NotificationKind = KindName

/** A notification, as page, push and digest show it. Events about one subject are combined until it is read. */
export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  /** What happened. */
  title: z.string(),
  /** The rest, and what to do. */
  text: z.string(),
  /** Root-relative: where to do it. */
  href: z.string(),
  /** Of the listing, or else of the person. */
  picture: Photo.nullable(),
  /** The person who caused it; null: Oja itself. */
  actor: z.object({ fullName: z.string(), avatarUrl: z.string().nullable() }).nullable(),
  /** Events since it was last read. */
  count: z.number().int(),
  happenedAt: Timestamp,
  readAt: Timestamp.nullable(),
})
export type Notification = z.output<typeof Notification>

export const notifications = endpoints({
  'GET /api/notifications': {
    summary: `The notifications of the last ${thresholds.retention.notification} days, the newest first, 30 at a time. One whose subject is gone is left out`,
    access: 'user',
    shows: ['notifications'],
    query: z.object({ cursor: optionalParam(z.string().max(100)) }),
    headers: ['next'],
    response: z.array(Notification),
  },
  'GET /api/notifications/unread-count': {
    summary: 'How many of them one has not read, up to 100',
    access: 'user',
    shows: ['notifications'],
    response: z.object({ count: z.number().int() }),
  },
  'POST /api/notifications/:id/read': {
    summary: 'Mark one as read; again it changes nothing',
    access: 'owner',
    changes: ['notifications'],
    whileLeaving: 'allowed',
    withoutSecondFactor: 'allowed',
    params: ById,
    response: z.null(),
  },
  'POST /api/notifications/read': {
    summary: 'Mark all as read that happened until a time: that of the newest one that was seen',
    ...ownAccount,
    changes: ['notifications'],
    body: z.object({ until: Timestamp }),
    response: z.null(),
  },
  'PATCH /api/settings/notifications': {
    summary: 'Choose the notifications by e-mail and by push, and when; only what is sent changes',
    ...ownAccount,
    body: NotificationChanges,
    response: Settings,
  },
  'POST /api/unsubscribe': {
    summary:
      'Turn one kind of e-mails off by the signed link in each of them (RFC 8058): no session, no cookie, and again it changes nothing',
    access: 'anyone',
    changes: [],
    query: ByToken,
    response: z.object({ turnedOff: z.enum([...Topics.keyof().options, 'digest']) }),
    errors: { BAD_REQUEST: 'The link is wrong.' },
  },
})
