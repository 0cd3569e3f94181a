import type { Tx } from '../../db/pool.ts'
import type { Mail } from '../mail/mail.ts'
import type { MailDraft } from '../mail/mail-body.ts'
import type { Sms } from '../mail/sms.ts'
import type { WaitingJobs } from './jobs.db.ts'

/** Work that outlives a request. Jobs are enqueued in the caller's transaction: no commit, no job. */
export interface Jobs {
  enqueueMail(tx: Tx, mail: MailDraft): Promise<void>
  /** Enqueues many independent mails in one statement. */
  enqueueMails(tx: Tx, mails: Omit<MailDraft, 'key'>[]): Promise<void>
  /** Enqueues a mail that is already composed, such as one from the queue of a backup. */
  enqueueComposed(tx: Tx, mail: Mail): Promise<void>
  enqueueSms(tx: Tx, sms: Sms): Promise<void>
  /** Enqueues pushes in two statements; a push that is already waiting only gets another start time. */
  enqueuePushes(tx: Tx, pushes: (Push & { quietUntil: Date | null })[]): Promise<void>
  /**
   * Starts the next round of a loop in every process, at most four times a second. Call it after the commit: commits of transactions that
   * notify wait for each other.
   */
  wakeLoop(channel: LoopChannel): void
  /**
   * Sends every mail, text message and push that is due, in the calling process; resolves when none is left. For
   * tests and tools.
   */
  drain(): Promise<void>
  /** The waiting jobs by queue, for the metrics. */
  waiting(): Promise<WaitingJobs[]>
  /**
   * Starts to process the queues and schedules; before, jobs are only enqueued. Resolves when everything is
   * started and never rejects: failures (the database is down or full) are retried.
   */
  begin(): Promise<void>
  /**
   * Finishes running jobs, then stops. A job that does not finish in time is retried after the next start.
   */
  stop(): Promise<void>
}

/** Channels of PostgreSQL (NOTIFY) on which loops listen. */
export type LoopChannel = 'listing_news'

/** A periodic job. Many servers may declare it; one of them runs it each time. */
export interface Schedule {
  /** Letters, digits, hyphens; unique. */
  name: string
  /** Five fields, UTC. */
  cron: string
  /** Enqueues any resulting work in `jobs`. */
  run(jobs: Jobs): Promise<unknown>
}

/** A notification for one device. Its text is composed when it is sent. */
export interface Push {
  subscription: number
  notification: number
  /** Failed attempts so far. */
  attempt?: number
}
