import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { App } from '../../context.ts'
import { shedRequests } from '../observe/counters.ts'
import { bounds } from './bounds.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** It is counted as being worked on. */
    isUnderWay: boolean
  }
}

/** Seconds that a request may have to wait for those before it: who waits longer thinks that nothing happens. */
const patience = 1
const { burst, standing } = bounds.requests
/** Milliseconds between two looks at how many were answered. */
const interval = 250
/** Seconds. */
const retryAfter = 3

/** What tells whether the process works, and files and pictures: they cost next to nothing. */
const free = /^\/(healthz|readyz|metrics|assets\/|media\/)/

/**
 * Refuses new requests at once (503, Retry-After) while those under way are more than can be answered within a second, going by
 * how many are answered now: a server that takes on more answers everybody too late. Visitors' pages that are kept come
 * before this and are always answered.
 */
export function shedOverload(app: App): void {
  let underWay = 0
  let answered = 0
  let perSecond = 0
  let most: number = burst
  /** The fewest under way since the last look. */
  let fewest = 0
  const timer = setInterval(() => {
    // Half of it is news: a single slow look is not yet an overload.
    perSecond = (perSecond + answered * (1000 / interval)) / 2
    most = Math.max(fewest >= standing ? standing : burst, perSecond * patience)
    answered = 0
    fewest = underWay
  }, interval).unref()
  app.addHook('onClose', async () => clearInterval(timer))

  app.decorateRequest('isUnderWay', false)
  app.addHook('onRequest', (request, reply, done) => {
    if (isCounted(request) && underWay >= most) return refuse(request, reply)
    done()
  })
  // Only now its body is there: who sends it slowly, or never to its end, keeps nobody waiting and takes nobody's place.
  app.addHook('preValidation', (request, reply, done) => {
    if (!isCounted(request)) return done()
    if (underWay >= most) return refuse(request, reply)
    underWay += 1
    request.isUnderWay = true
    done()
  })
  // Not at the end of the answer: that is the time of the reader's line.
  app.addHook('onSend', (request, _, payload, done) => {
    if (request.isUnderWay) {
      request.isUnderWay = false
      underWay -= 1
      answered += 1
      fewest = Math.min(fewest, underWay)
    }
    done(null, payload)
  })
}

/** An upload takes as long as the phone needs to send it, and waits for nobody here. */
function isCounted({ url, headers }: FastifyRequest): boolean {
  return !free.test(url) && !headers['content-type']?.startsWith('multipart/')
}

function refuse(request: FastifyRequest, reply: FastifyReply): void {
  shedRequests.inc({ reason: 'queue' })
  if (request.url.startsWith('/api') || !request.headers.accept?.includes('text/html'))
    throw new AppError('OVERLOADED', 'Very many people are here right now. Please try again in a moment.', {
      retryAfter,
    })
  reply.code(503).header('retry-after', String(retryAfter)).header('cache-control', 'no-store')
  reply.type('text/html; charset=utf-8').send(busyPage)
}

/** Without anything that would have to be asked for. */
const busyPage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${retryAfter + 2}"><title>One moment - Oja</title>
<h1>One moment, please</h1><p>Very many people are on Oja right now. This page tries again by itself.</p></html>`
