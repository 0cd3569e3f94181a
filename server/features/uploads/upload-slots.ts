import { bounds } from '#server/core/limits/bounds.ts'
import { shedRequests, uploadBytes } from '#server/core/observe/counters.ts'
import { AppError } from '#shared/errors.ts'

/** One upload, from its first byte until it is answered. */
export interface UploadSlot {
  /** Aborted when the slot went to somebody else; the reason is an AppError. */
  readonly signal: AbortSignal
  /** So many bytes more are on disk. */
  add(bytes: number): void
  /** All has come: what is left to do is the server's, and the slot is not taken away any more. */
  complete(): void
  release(): void
}

export interface UploadSlots {
  /** Throws RATE_LIMITED where the account has its own number open, UNAVAILABLE where the process has no slot. */
  acquire(accountId: number): UploadSlot
}

interface Held {
  accountId: number
  abort: AbortController
  bytes: number
  startedAt: number
  isComplete: boolean
}

/** An upload is stalled that brought less than so many bytes a second over so many seconds: 10 MB would take 40 minutes. */
const stalled = { bytesPerSecond: 4096, seconds: 60 }

/**
 * Bounds the uploads under way. Only where all slots are taken is one taken back: of an upload that has stalled, else the slowest
 * of the account that has the most, if that has more than the newcomer would have. So a slow line is no reason by itself.
 * `factor` (RATE_LIMIT_FACTOR) multiplies what one account may have. `now` answers milliseconds.
 */
export function createUploadSlots(
  factor: number,
  { account, total }: { account: number; total: number } = bounds.uploads,
  now: () => number = () => performance.now(),
): UploadSlots {
  const held = new Set<Held>()
  const ofAccount = (id: number) => [...held].filter(({ accountId }) => accountId === id)
  const rate = ({ bytes, startedAt }: Held) => bytes / Math.max(0.001, (now() - startedAt) / 1000)
  const slowest = (uploads: Held[]) =>
    uploads.filter(({ isComplete }) => !isComplete).sort((a, b) => rate(a) - rate(b))[0]

  function findStalled(): Held | undefined {
    return slowest(
      [...held].filter(
        (upload) =>
          now() - upload.startedAt > stalled.seconds * 1000 && rate(upload) < stalled.bytesPerSecond,
      ),
    )
  }

  function findGreediest(share: number): Held | undefined {
    const accounts = [...new Set([...held].map(({ accountId }) => accountId))].map(ofAccount)
    return accounts
      .filter((uploads) => uploads.length > share)
      .sort((a, b) => b.length - a.length)
      .map(slowest)
      .find(Boolean)
  }

  function free(upload: Held): void {
    if (held.delete(upload)) uploadBytes.dec(upload.bytes)
  }

  return {
    acquire(accountId) {
      const own = ofAccount(accountId).length
      if (own >= Math.max(1, Math.round(account * factor))) throw tooManyOfOne()
      if (held.size >= total) {
        const victim = findStalled() ?? findGreediest(own + 1)
        if (!victim) throw busy('Many pictures are being uploaded right now. Please try again in a moment.')
        free(victim)
        victim.abort.abort(
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
      held.add(upload)
      return {
        signal: upload.abort.signal,
        add(bytes) {
          if (!held.has(upload)) return
          upload.bytes += bytes
          uploadBytes.inc(bytes)
        },
        complete() {
          upload.isComplete = true
        },
        release: () => free(upload),
      }
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
