import { request as httpRequest } from 'node:http'
import { Agent, request } from 'node:https'
import type { Push } from '#server/core/jobs/jobs.ts'
import { RetryLater, Undeliverable } from '#server/core/mail/outcomes.ts'
import type { Db } from '#server/db/pool.ts'
import type { Env } from '#server/env.ts'
import {
  countUnread,
  findUnreadNotifications,
  type NotificationRow,
  notificationText,
} from '#server/features/notifications/notifications.public.ts'
import type { PushPayload } from '#shared/contract/push.ts'
import { limits, PRODUCT_NAME } from '#shared/limits.ts'
import { topicOf } from '#shared/notification-topics.ts'
import { thresholds } from '#shared/thresholds.ts'
import { deleteSubscriptionById, findDelivery, type PushDelivery } from './push.db.ts'
import { isPushAddress, lookUpPublic } from './push-address.ts'
import { type VapidKeys, vapidKeys } from './vapid-keys.ts'

/** Milliseconds until a push service that does not answer counts as unavailable. */
const sendTimeout = 10_000
/** Bytes that every push service takes (RFC 8030 demands 4096 with the encryption's own). */
const maxPayload = 3000
/** Seconds that a push service may ask to wait. */
const maxWait = 6 * 3600

/**
 * Returns the function that sends one notification to one device, composed at that moment. It resolves with false if there is nothing to
 * send any more, and throws RetryLater or Undeliverable.
 */
export function createPushSender({ db, env }: { db: Db; env: Env }): (push: Push) => Promise<boolean> {
  const agent = new Agent({ keepAlive: true, maxSockets: 20, timeout: 60_000, lookup: lookUpPublic })
  let keys: Promise<VapidKeys> | undefined

  return async ({ subscription, notification, attempt = 0 }) => {
    const delivery = await findDelivery(db, subscription, notification)
    const [row] = delivery ? await findUnreadNotifications(db, [notification]) : []
    if (!delivery || !row || delivery.isOld || !isWanted(row, delivery)) return false
    if (delivery.quietUntil) throw new RetryLater('quiet hours', delivery.quietUntil, false)
    if (!isPushAddress(delivery.endpoint, env)) {
      await deleteSubscriptionById(db, subscription)
      return false
    }
    const payload = payloadOf(delivery, row, await countUnread(db, row.userId, limits.unreadBadge + 1))
    keys ??= vapidKeys(env)
    const answer = await post(
      // The operator's contact for push services (RFC 8292).
      await encrypt(delivery, payload, row, { ...(await keys), subject: `mailto:${env.SUPPORT_EMAIL}` }),
      agent,
    ).catch((error: Error) => {
      throw new RetryLater(`${hostOf(delivery)}: ${error.message}`, backoff(attempt), true)
    })
    const { status, retryAfter, text } = answer
    if (status >= 200 && status < 300) return true
    if (status === 404 || status === 410) {
      await deleteSubscriptionById(db, subscription)
      return false
    }
    const said = `${hostOf(delivery)} answered ${status}${text && `: ${text}`}`
    if (status === 429 || status >= 500)
      throw new RetryLater(said, Math.max(backoff(attempt), Math.min(retryAfter, maxWait)), true)
    throw new Undeliverable(said)
  }
}

const hostOf = ({ endpoint }: PushDelivery) => new URL(endpoint).host

/** Seconds: from 2 to half an hour. */
const backoff = (attempt: number) => Math.min(2 ** (attempt + 1), 1800)

function isWanted({ kind }: NotificationRow, delivery: PushDelivery): boolean {
  const topic = topicOf[kind]
  return topic === null || delivery[topic]
}

function payloadOf({ hidesContent }: PushDelivery, row: NotificationRow, unread: number): string {
  const { title, text, href } = notificationText(row)
  const words = hidesContent
    ? { title: PRODUCT_NAME, body: `You have news on ${PRODUCT_NAME}` }
    : { title: short(title, 120), body: short(text, 300) }
  const payload: PushPayload = { id: row.id, ...words, href, unread }
  return JSON.stringify(payload)
}

const short = (text: string, length: number) =>
  [...text].length > length ? `${[...text].slice(0, length - 1).join('')}…` : text

/** Urgency `high` wakes the device: only for notifications that people wait for. */
const isUrgent = ({ kind }: NotificationRow) => kind === 'MESSAGE' || kind === 'DEAL'

/** The request that carries a notification: encrypted for the browser (RFC 8291), signed for its push service (RFC 8292). */
async function encrypt(
  { endpoint, p256dh, auth }: PushDelivery,
  payload: string,
  row: NotificationRow,
  vapidDetails: VapidKeys & { subject: string },
) {
  const { generateRequestDetails } = (await import('web-push')).default
  if (Buffer.byteLength(payload) > maxPayload) throw new Undeliverable('The payload is too long.')
  return generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails,
    TTL: thresholds.push.ttl,
    // A newer push about the same replaces one that the device has not got yet.
    topic: `n${row.id}`,
    urgency: isUrgent(row) ? 'high' : row.kind === 'REVIEW_ASK' ? 'low' : 'normal',
  })
}

interface PushResponse {
  status: number
  /** Seconds; 0 where it says none. */
  retryAfter: number
  /** Its first characters. */
  text: string
}

/** Sends a request without following redirects, and reads little of the response, since a user chose the address. */
function post(
  { endpoint, headers, body }: { endpoint: string; headers: Record<string, unknown>; body: Buffer | null },
  agent: Agent,
): Promise<PushResponse> {
  return new Promise((resolve, reject) => {
    const isSecure = endpoint.startsWith('https:')
    const options = {
      method: 'POST',
      headers: headers as Record<string, string>,
      signal: AbortSignal.timeout(sendTimeout),
    }
    const call = isSecure ? request(endpoint, { ...options, agent }) : httpRequest(endpoint, options)
    call.on('error', reject)
    call.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('error', reject)
      response.on('data', (chunk: string) => {
        text += chunk
        if (text.length > 10_000) response.destroy(new Error('The answer is too long.'))
      })
      response.on('end', () => {
        const wait = response.headers['retry-after'] ?? ''
        const retryAfter = /^\d+$/.test(wait) ? Number(wait) : (Date.parse(wait) - Date.now()) / 1000 || 0
        resolve({ status: response.statusCode ?? 0, retryAfter, text: text.slice(0, 200) })
      })
    })
    call.end(body)
  })
}
