import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bounds } from '#server/bounds.ts'
import { AppError } from '#shared/errors.ts'
import { shedRequests } from '../observe/metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it counts as in progress. */
    isUnderWay: boolean
  }
}

/** Seconds that a request may queue. After a longer wait, people think that nothing happens. */
const targetDelay = 1
const { burst, sustained } = bounds.requests
/** Milliseconds between two measurements of the throughput. */
const interval = 250
/** Seconds. */
const retryAfter = 3

/** Probes, files and pictures cost next to nothing. */
const free = /^\/(healthz|readyz|metrics|assets\/|media\/)/

/**
 * Refuses new requests at once (503, Retry-After) while more are in progress than `bounds.requests` allows and than the server can
 * finish within a second at its current throughput; accepting them would make every response late. Cached anonymous pages are served
 * before this hook, always.
 */
export function shedOverload(app: FastifyInstance): void {
  let underWay = 0
  let answered = 0
  let perSecond = 0
  let limit: number = burst
  /**
   * The lowest number of requests in progress since the last measurement. While it stays at or above `sustained`, the server is saturated,
   * and the measured throughput is its capacity.
   */
  let lowest = 0
  /** Runs while there are requests. */
  let timer: NodeJS.Timeout | undefined
  function measure(): void {
    // Averages the new value with the old one, so that a single slow interval is not an overload.
    perSecond = (perSecond + answered * (1000 / interval)) / 2
    limit = Math.max(lowest >= sustained ? sustained : burst, perSecond * targetDelay)
    answered = 0
    lowest = underWay
    if (underWay > 0 || perSecond >= 1) return
    clearInterval(timer)
    timer = undefined
  }
  app.addHook('onClose', async () => clearInterval(timer))

  app.decorateRequest('isUnderWay', false)
  app.addHook('onRequest', (request, _, done) => {
    if (isCounted(request) && underWay >= limit) refuse()
    done()
  })
  // A request counts once its body is complete: slow or unfinished uploads block nobody.
  app.addHook('preValidation', (request, _, done) => {
    if (!isCounted(request)) return done()
    if (underWay >= limit) refuse()
    timer ??= setInterval(measure, interval).unref()
    underWay += 1
    request.isUnderWay = true
    done()
  })
  // Not at the end of the response: that would measure the reader's connection.
  app.addHook('onSend', (request, _, payload, done) => {
    if (request.isUnderWay) {
      request.isUnderWay = false
      underWay -= 1
      answered += 1
      lowest = Math.min(lowest, underWay)
    }
    done(null, payload)
  })
}

/** Uploads have a queue of their own, and do not count here. */
function isCounted(request: FastifyRequest): boolean {
  return !free.test(request.url) && !isUpload(request)
}

/** Whether the request sends a file: its duration depends on the phone's connection. */
export function isUpload({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.startsWith('multipart/') === true
}

function refuse(): never {
  shedRequests.inc({ reason: 'queue' })
  throw overloaded()
}

/** The error for a request or socket that this process has no room for. */
export function overloaded(): AppError {
  return new AppError('OVERLOADED', 'Very many people are here right now. Please try again in a moment.', {
    retryAfter,
  })
}
