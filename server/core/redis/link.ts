/** What a link asks of a client of Redis. */
export interface Connection {
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** One connection that is opened again for as long as it takes. */
export interface Link<C> {
  isUp(): boolean
  /**
   * Works with the client; rejects at once while there is none that answers, and after `patience` milliseconds. What was sent
   * then may still be done.
   */
  run<T>(work: (client: C) => Promise<T>, patience?: number): Promise<T>
  /** Resolves when the first connection answers, or was tried in vain. */
  tried: Promise<void>
  close(): void
}

interface Options<C> {
  /** Resolves when it is connected; what was opened ends with the signal. */
  open(over: AbortSignal): Promise<C>
  /** Asks the server anything. */
  probe(client: C): Promise<unknown>
  /** Called when it begins to answer, and when it no longer does. */
  onChange(isUp: boolean, reason?: Error): void
}

/** Rejects what is asked of a Redis that does not answer. */
export class RedisAway extends Error {}

/** Milliseconds. */
const times = {
  open: 2000,
  answer: 100,
  /** As long may a whole look last: a pause of the server that is shorter ends no connection. */
  probe: 1000,
  probeEvery: 300,
  firstPause: 50,
  longestPause: 1000,
}

/** Answers of a server that is not, or no longer, the one to write to: another connection may lead to the right one. */
const notInCharge = /^(READONLY|MASTERDOWN|CLUSTERDOWN|LOADING)\b/

/**
 * Keeps a connection, and looks after it itself: a host that was cut off sends nothing, and a client that only waits for the
 * end of its socket waits for a quarter of an hour. A connection that does not answer is thrown away, and another opened.
 */
export function keepConnected<C extends Connection>({ open, probe, onChange }: Options<C>): Link<C> {
  let current: C | undefined
  /** Not known before the first try. */
  let isUp: boolean | undefined
  let isClosed = false
  let isUseless = false
  let wake = () => {}
  const { promise: tried, resolve: sayTried } = Promise.withResolvers<void>()

  function turn(to: boolean, reason?: Error): void {
    if (isUp === to) return
    isUp = to
    if (!isClosed) onChange(to, reason)
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** For as long as one connection answers. */
  async function hold(): Promise<void> {
    const over = new AbortController()
    isUseless = false
    try {
      const client = await within(open(over.signal), times.open)
      client.on('error', () => wake())
      while (!isClosed && !isUseless) {
        await within(probe(client), times.probe)
        if (isClosed || isUseless) break
        current = client
        turn(true)
        sayTried()
        await pause(times.probeEvery)
      }
    } finally {
      current = undefined
      over.abort()
    }
  }

  async function keep(): Promise<void> {
    let rest = times.firstPause
    while (!isClosed) {
      const begun = performance.now()
      let reason: Error | undefined
      await hold().catch((error: Error) => {
        reason = error
      })
      turn(false, reason)
      sayTried()
      if (performance.now() - begun > 5 * times.longestPause) rest = times.firstPause
      // Not all processes at once.
      if (!isClosed) await pause(rest * (0.5 + Math.random()))
      rest = Math.min(rest * 2, times.longestPause)
    }
  }
  void keep()

  return {
    isUp: () => isUp === true,
    tried,
    async run(work, patience = times.answer) {
      if (!isUp || !current) throw new RedisAway('Redis is away.')
      try {
        return await within(work(current), patience)
      } catch (error) {
        const { name, message } = error as Error
        if (notInCharge.test(message)) isUseless = true
        // Whatever else it refuses, it is there.
        if (isUseless || !/ErrorReply$/.test(name)) {
          turn(false, error as Error)
          wake()
        }
        throw error
      }
    },
    close() {
      isClosed = true
      wake()
    },
  }
}

/** Rejects when the work takes longer; what it comes to then is not heard of. */
export function within<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    // An answer that came while this process was busy is read first.
    const give = () => setImmediate(() => reject(new RedisAway(`No answer within ${ms} ms.`)))
    const timer = setTimeout(give, ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
