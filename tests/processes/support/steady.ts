import { Agent, get } from 'node:http'

export interface Steady {
  answered: number
  /** Of each request that was not answered as it should be: status or error. */
  failed: string[]
  /** Sent again on another connection, as browsers and proxies do where one that was kept is gone. */
  again: number
  /** Sends no more; resolves when all that were sent have ended. */
  stop(): Promise<void>
}

/**
 * Asks for `paths` of a server so many times a second, whether it answers or not: half on connections that are kept, half on
 * a new one each.
 */
export function sendSteadily(url: string, paths: string[], perSecond: number): Steady {
  const kept = new Agent({ keepAlive: true, maxSockets: 16 })
  const underWay = new Set<Promise<void>>()
  const steady: Steady = { answered: 0, failed: [], again: 0, stop }
  const startedAt = performance.now()
  let sent = 0

  function send(): void {
    const path = paths[sent % paths.length] ?? '/'
    const isKept = sent % (2 * paths.length) < paths.length
    sent += 1
    const ended = ask(path, isKept ? kept : false).catch((error: Error) => {
      steady.failed.push(`${path} ${isKept ? 'kept' : 'new'}: ${error.message}`)
    })
    underWay.add(ended)
    void ended.then(() => underWay.delete(ended))
  }
  function ask(path: string, agent: Agent | false): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = get(`${url}${path}`, { agent, timeout: 30_000 }, (response) => {
        response.resume()
        response.once('error', reject)
        response.once('end', () => {
          if (response.statusCode !== 200) return reject(new Error(String(response.statusCode)))
          steady.answered += 1
          resolve()
        })
      })
      request.once('timeout', () => request.destroy(new Error('no answer')))
      request.once('error', (error: NodeJS.ErrnoException) => {
        if (!request.reusedSocket || error.code !== 'ECONNRESET') return reject(error)
        steady.again += 1
        ask(path, false).then(resolve, reject)
      })
    })
  }
  const timer = setInterval(() => {
    // As many as are due: a busy machine comes late to its timers.
    while (sent < ((performance.now() - startedAt) / 1000) * perSecond) send()
  }, 5)

  async function stop(): Promise<void> {
    clearInterval(timer)
    await Promise.all(underWay)
    kept.destroy()
  }
  return steady
}
