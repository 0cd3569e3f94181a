import { Agent, get } from 'node:http'

export interface Steady {
  answered: number
  /** The status or error of each failed request. */
  failed: string[]
  /**
   * Requests sent again on another connection, as browsers and proxies do when a keep-alive connection was
   * closed.
   */
  resent: number
  /** Stops sending; resolves when all requests have ended. */
  stop(): Promise<void>
}

/** Keep-alive connections, at most. */
export const keptConnections = 16
/** Requests without an answer at which it sends no more: a crowded machine cannot serve the rate. */
const mostUnderWay = 100

/**
 * Requests `paths` of a server at a fixed rate, whether it responds or not, up to `mostUnderWay`: half over keep-alive connections,
 * half over new ones.
 */
export function sendSteadily(url: string, paths: string[], perSecond: number): Steady {
  const keepAliveAgent = new Agent({ keepAlive: true, maxSockets: keptConnections })
  const underWay = new Set<Promise<void>>()
  const steady: Steady = { answered: 0, failed: [], resent: 0, stop }
  const startedAt = performance.now()
  let sent = 0

  function send(): void {
    const path = paths[sent % paths.length] ?? '/'
    const isKeepAlive = sent % (2 * paths.length) < paths.length
    sent += 1
    const ended = ask(path, isKeepAlive ? keepAliveAgent : false).catch((error: Error) => {
      steady.failed.push(`${path} ${isKeepAlive ? 'kept' : 'new'}: ${error.message}`)
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
        // The same connection may report a second error.
        request.on('error', () => undefined)
        if (!request.reusedSocket || error.code !== 'ECONNRESET') return reject(error)
        steady.resent += 1
        ask(path, false).then(resolve, reject)
      })
    })
  }
  const timer = setInterval(() => {
    // Catches up: timers are late on a busy machine.
    const due = ((performance.now() - startedAt) / 1000) * perSecond
    while (sent < due && underWay.size < mostUnderWay) send()
  }, 5)

  async function stop(): Promise<void> {
    clearInterval(timer)
    await Promise.all(underWay)
    keepAliveAgent.destroy()
  }
  return steady
}
