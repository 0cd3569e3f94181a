import { currentRequestId, runInContext } from '#server/lib/request-context.ts'
import type { Mail } from '../mail/mail.ts'
import type { Sms } from '../mail/sms.ts'
import { currentSpan, inSpan } from '../observe/spans.ts'
import type { Push } from './jobs.ts'

// The queues of messages: their payloads, and how pg-boss retries and polls them.

export interface QueuePayload {
  mail: Mail & Origin
  sms: Sms & Origin
  push: Push & Origin & { expiresAt?: undefined }
}

/** The origin of a job, for logs and traces. */
export interface Origin {
  requestId?: string | undefined
  traceparent?: string | undefined
}

export const origin = (): Origin => ({
  requestId: currentRequestId(),
  traceparent: currentSpan()?.traceparent,
})

/** Runs a job in the context of the request that enqueued it; a job of a schedule has a context of its own. */
export function inJobContext<T>(name: string, id: string, from: Origin, run: () => Promise<T>): Promise<T> {
  const options = { kind: 'consumer', parent: from.traceparent, attributes: { 'oja.job': id } } as const
  return runInContext(from.requestId ?? `job-${id}`, () => inSpan(name, options, run))
}

export const messageLabels: Record<keyof QueuePayload, string> = {
  mail: 'mail',
  sms: 'text message',
  push: 'push',
}
export const messageQueues = Object.keys(messageLabels) as (keyof QueuePayload)[]

/** 60 retries with a backoff from 2 s to half an hour: a mail server may be down for a day. */
const retryForADay = { retryLimit: 60, retryDelay: 2, retryBackoff: true, retryDelayMax: 1800 }
/** Messages that expire soon, such as codes, are retried every half minute until then. */
const urgent = { retryLimit: 1000, retryDelay: 1, retryBackoff: true, retryDelayMax: 30 }
/**
 * Seconds. A mail server may take long at each step; a second attempt meanwhile would send the mail twice.
 */
const expireInSeconds = 900
/** Seconds until an attempt that a crash interrupted counts as failed. */
export const heartbeatSeconds = 30
/**
 * Seconds. NOTIFY wakes the workers when a job is enqueued, the loop `due jobs` when a delayed one becomes due;
 * polling is the fallback.
 */
export const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 60 }
/**
 * Milliseconds between two looks for due jobs that no notification announced: retries, postponed pushes, and every job behind a pooler in
 * transaction mode, where LISTEN receives nothing.
 */
export const pollDueMs = 5000
/** Scheduled jobs wake their worker by NOTIFY; only the one retry after a failure waits for this poll. */
export const schedulePolling = { pollingIntervalSeconds: 30, notifyPollingIntervalSeconds: 300 }

/** Milliseconds. A mail about a meeting expires when that begins, days ahead: it is retried like any other. */
const soon = 3_600_000

export const jobOptions = ({ expiresAt }: Pick<Mail, 'expiresAt'>) => ({
  ...(expiresAt && Date.parse(expiresAt) < Date.now() + soon ? urgent : retryForADay),
  expireInSeconds,
  heartbeatSeconds,
})

export const pushKey = ({ subscription, notification }: Push) => `${subscription}:${notification}`

/** Failed pushes are retried by `settlePush` (deliver-jobs.ts); pg-boss itself retries only after a crash. */
export const pushJob = (push: QueuePayload['push'], startAfter: Date | number) => ({
  data: push,
  singletonKey: pushKey(push),
  startAfter,
  ...jobOptions({}),
})
