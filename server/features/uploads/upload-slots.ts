import { bounds, scaleLimit } from '#server/bounds.ts'
import { shedRequests, uploadBytes } from '#server/core/observe/metrics.ts'
import type { Env } from '#server/env.ts'
import { AppError } from '#shared/errors.ts'

/** One upload, from its first byte until its response. */
export interface UploadSlot {
  /** Aborted when the slot is revoked; the reason is an AppError. */
  readonly signal: AbortSignal
  /** Adds bytes that are now on disk. */
  add(bytes: number): void
  /** Everything has arrived: the rest is the server's work, and the slot cannot be revoked any more. */
  complete(): void
  release(): void
}

export interface UploadSlots {
  /** Throws RATE_LIMITED if the account has its maximum open, UNAVAILABLE if the process has no free slot. */
  acquire(accountId: number): UploadSlot
  /** Revokes the slots of all unfinished uploads. */
  revoke(reason: AppError): void
}

interface OpenUpload {
  accountId: number
  abort: AbortController
  bytes: number
  startedAt: number
  isComplete: boolean
}

/** An upload is stalled if it is slower than this: 10 MB would take 40 minutes. */
const stalled = { bytesPerSecond: 4096, seconds: 60 }

/**
 * Limits the uploads in progress. A slot is revoked only if all are taken: that of a stalled upload, else the
 * slowest of the account with the most uploads, if it has more than the newcomer would have. So a slow
 * connection alone is no reason. `now` returns milliseconds.
 */
export function createUploadSlots(
  env: Pick<Env, 'RATE_LIMIT_FACTOR'>,
  { account, total }: { account: number; total: number } = bounds.uploads,
  now: () => number = () => performance.now(),
): UploadSlots {
  const open = new Set<OpenUpload>()
  const ofAccount = (id: number) => [...open].filter(({ accountId }) => accountId === id)
  const rate = ({ bytes, startedAt }: OpenUpload) => bytes / Math.max(0.001, (now() - startedAt) / 1000)
  const slowest = (uploads: OpenUpload[]) =>
    uploads.filter(({ isComplete }) => !isComplete).sort((a, b) => rate(a) - rate(b))[0]

  function findStalled(): OpenUpload | undefined {
    return slowest(
      [...open].filter(
        (upload) =>
          now() - upload.startedAt > stalled.seconds * 1000 && rate(upload) < stalled.bytesPerSecond,
      ),
    )
  }

  function findGreediest(share: number): OpenUpload | undefined {
    const accounts = [...new Set([...open].map(({ accountId }) => accountId))].map(ofAccount)
    return accounts
      .filter((uploads) => uploads.length > share)
      .sort((a, b) => b.length - a.length)
      .map(slowest)
      .find(Boolean)
  }

  function free(upload: OpenUpload): void {
    if (open.delete(upload)) uploadBytes.dec(upload.bytes)
  }

  function revoke(upload: OpenUpload, reason: AppError): void {
    free(upload)
    upload.abort.abort(reason)
  }

  return {
    acquire(accountId) {
      const own = ofAccount(accountId).length
      if (own >= scaleLimit(env, account)) throw tooManyOfOne()
      if (open.size >= total) {
        const victim = findStalled() ?? findGreediest(own + 1)
        if (!victim) throw busy('Many pictures are being uploaded right now. Please try again in a moment.')
        revoke(
          victim,
          busy('Many pictures are being uploaded right now, and this one came slowly. Please try again.'),
        )
      }
      const upload = {
        accountId,
        abort: new AbortController(),
        bytes: 0,
        startedAt: now(),
        isComplete: false,
      }
      open.add(upload)
      return {
        signal: upload.abort.signal,
        add(bytes) {
          if (!open.has(upload)) return
          upload.bytes += bytes
          uploadBytes.inc(bytes)
        },
        complete() {
          upload.isComplete = true
        },
        release: () => free(upload),
      }
    },
    revoke(reason) {
      for (const upload of [...open]) if (!upload.isComplete) revoke(upload, reason)
    },
  }
}

function tooManyOfOne(): AppError {
  return new AppError(
    'RATE_LIMITED',
    'You are sending very many pictures at once. Please wait until some of them are done.',
    { retryAfter: 10 },
  )
}

function busy(sentence: string): AppError {
  shedRequests.inc({ reason: 'uploads' })
  return new AppError('UNAVAILABLE', sentence, { retryAfter: 10 })
}
