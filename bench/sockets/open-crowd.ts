import { type Child, startChild } from '../servers/child.ts'
import type { CrowdJob, OpenResult, Talk, TalkResult } from './crowd-job.ts'

/** Sockets of signed-in users, in a separate process. */
export interface Crowd {
  opening: OpenResult
  usage: Child['usage']
  /**
   * Sends messages over HTTP at a steady rate, independent of the server; each is awaited at both sockets.
   */
  talk(talks: Talk[], perSecond: number, seconds: number): Promise<TalkResult>
  /** Closes the sockets. */
  close(): Promise<void>
  /** Ends the process. */
  stop(): Promise<void>
}

/**
 * Opens a socket for each cookie, `perSecond` a second, on the servers in rotation; a user's messages go to
 * the same server.
 */
export async function openCrowd(origins: string[], cookies: string[], perSecond: number): Promise<Crowd> {
  const child = startChild('bench/sockets/crowd.ts')
  function ask<T>(job: CrowdJob): Promise<T> {
    const answered = new Promise<T>((resolve) => {
      const stop = child.listen(({ done }) => {
        if (done === undefined) return
        stop()
        resolve(done as T)
      })
    })
    child.send({ job })
    return Promise.race([answered, child.ended])
  }
  const opening = await ask<OpenResult>({ do: 'open', origins, cookies, perSecond })
  return {
    opening,
    usage: child.usage,
    talk: (talks, rate, seconds) => ask<TalkResult>({ do: 'talk', talks, perSecond: rate, seconds }),
    async close() {
      await ask<object>({ do: 'close' })
    },
    stop: child.stop,
  }
}
