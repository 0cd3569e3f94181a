import { connect } from 'node:net'

/** GET; answers the status, 0 where nothing answers within a second. */
export async function statusOf(url: string): Promise<number> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1000) })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return 0
  }
}

/** The body of an answer, whatever its status; null where there is none. */
export async function jsonOf<T>(url: string): Promise<T | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1000) })
    return (await answer.json()) as T
  } catch {
    return null
  }
}

/** Sends lines to a TCP server and answers what it says within a second. */
export function tell(
  host: string,
  port: number,
  lines: string[],
  isAll: (said: string) => boolean,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const socket = connect({ host, port, timeout: 1000 })
    socket.on('timeout', () => socket.destroy(new Error(`${host}:${port} says nothing.`)))
    socket.on('error', reject)
    socket.on('close', () => resolve(said))
    socket.on('data', (piece) => {
      said += piece
      if (isAll(said)) socket.end()
    })
    socket.write(lines.map((line) => `${line}\r\n`).join(''))
  })
}

/** Whether something listens there. */
export function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1000 })
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.on('connect', () => end(true))
    socket.on('error', () => end(false))
    socket.on('timeout', () => end(false))
  })
}
