import { z } from 'zod'
import { endpoints, ownAccount } from '../endpoint.ts'
import { limits } from '../limits.ts'

/** A browser's PushSubscription, as its `toJSON()` returns it. */
export const PushSubscription = z.object({
  /** The address at the push service of the browser. */
  endpoint: z.url().max(limits.push.endpoint),
  keys: z.object({
    /** The browser's public key: 65 bytes as base64url. */
    p256dh: z.string().regex(/^[\w-]{87}$/),
    /** 16 bytes as base64url. */
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
})
export type PushSubscription = z.output<typeof PushSubscription>

/** The payload of a push, as the service worker reads it. */
export interface PushPayload {
  /** The notification's. */
  id: number
  title: string
  body: string
  /** Root-relative. */
  href: string
  /** The person's unread notifications. */
  unread: number
}

export const push = endpoints({
  'GET /api/push': {
    summary: 'Whether push is on where one is signed in here, and the key by which a browser subscribes',
    access: 'user',
    response: z.object({
      /** VAPID, base64url: the `applicationServerKey` of a subscription. */
      publicKey: z.string(),
      isOn: z.boolean(),
    }),
  },
  'POST /api/push': {
    summary: `Turn push on where one is signed in here; a device that another account used moves to this one. At most ${limits.push.devices} devices: the oldest go`,
    access: 'user',
    changes: [],
    withoutSecondFactor: 'allowed',
    body: PushSubscription,
    response: z.null(),
  },
  'DELETE /api/push': {
    summary: 'Turn push off in this session; succeeds also if it is off',
    ...ownAccount,
    diskSpace: 'none',
    response: z.null(),
  },
})
