import { RedisAway } from '../redis/link.ts'

/** What is told on a stream; `once` names it for good, however often it is sent. */
export interface Told extends Record<string, string> {
  once: string
}

/** What one process tells all, from when it was said until its own sockets hear it. */
interface Publication {
  message: Told
  /** Of the stream, once Redis has answered. */
  id?: string
  at: number
  /** Lets this process's own sockets hear it. */
  deliver(id: string | undefined): void
}

interface Options {
  /** Puts it into the stream and answers its id there; rejects where Redis is away. */
  send(message: Told): Promise<string>
  /** Whether the stream is being read, so that what was told comes back in its turn. */
  isRead(): boolean
  /** Milliseconds that Redis has to take what is told and to tell it; then it is heard here, wherever Redis is. */
  patience: number
}

export interface Outbox {
  /** Resolves with its id when this process's sockets may hear it; rejects RedisAway where Redis has not taken it yet. */
  tell(message: Told): Promise<string>
  /** Whether this was told here, and has not been heard here yet. */
  awaits(once: string): boolean
  /** It came back from the stream: it is heard, and what was told before it. */
  cameBack(once: string, id: string): void
  /** Sends what Redis could not take. */
  resend(): Promise<void>
}

/** Milliseconds: as much longer, in which a process that was busy itself hears what Redis told meanwhile. */
const grace = 40
/** Milliseconds until what was not taken is sent again, and for how long it is kept for that. */
const again = 1000
const kept = 120_000
const mostUnsent = 5000

/**
 * What this process tells: heard by its own sockets in the order in which all processes hear it, at once where Redis is away;
 * the others hear it, once, when it is back.
 */
export function createOutbox({ send, isRead, patience }: Options): Outbox {
  const unheard = new Map<string, Publication>()
  const unsent: Publication[] = []
  let isResending = false

  /** All that was told before is heard before. */
  function deliverUpTo(last: Publication): void {
    if (!unheard.has(last.message.once)) return
    for (const [once, publication] of unheard) {
      unheard.delete(once)
      publication.deliver(publication.id)
      if (publication === last) return
    }
  }

  function keep(publication: Publication): void {
    unsent.push(publication)
    if (unsent.length > mostUnsent) unsent.shift()
    deliverUpTo(publication)
  }

  async function sendNow(publication: Publication): Promise<void> {
    // What waits goes first.
    if (unsent.length > 0) return keep(publication)
    try {
      publication.id = await send(publication.message)
      if (!isRead()) deliverUpTo(publication)
    } catch {
      keep(publication)
      void resend()
    }
  }

  async function resend(): Promise<void> {
    if (isResending) return
    isResending = true
    try {
      for (let next = unsent[0]; next; next = unsent[0]) {
        if (performance.now() - next.at < kept) await send(next.message)
        unsent.shift()
      }
    } catch {
      setTimeout(resend, again).unref()
    }
    isResending = false
  }

  return {
    tell(message) {
      return new Promise((resolve, reject) => {
        const publication: Publication = {
          message,
          at: performance.now(),
          deliver(id) {
            clearTimeout(timer)
            if (id === undefined) reject(new RedisAway('Told to this process only, for now.'))
            else resolve(id)
          },
        }
        let timer = setTimeout(() => {
          timer = setTimeout(deliverUpTo, grace, publication)
        }, patience)
        unheard.set(message.once, publication)
        void sendNow(publication)
      })
    },
    awaits: (once) => unheard.has(once),
    cameBack(once, id) {
      const publication = unheard.get(once)
      if (!publication) return
      publication.id = id
      deliverUpTo(publication)
    },
    resend,
  }
}
