import { connect } from 'node:net'

/** GET; returns the status, 0 without a response within a second. */
export async function statusOf(url: string): Promise<number> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1000) })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return 0
  }
}

/** The JSON body of a response of any status; null if there is none. */
export async function jsonOf<T>(url: string): Promise<T | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1000) })
    return (await answer.json()) as T
  } catch {
    return null
  }
}

/** Sends lines to a TCP server and returns its response within a second. */
export function sendLines(
  host: string,
  port: number,
  lines: string[],
  isAll: (received: string) => boolean,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect({ host, port, timeout: 1000 })
    socket.on('timeout', () => socket.destroy(new Error(`${host}:${port} says nothing.`)))
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
    socket.on('data', (piece) => {
      received += piece
      if (isAll(received)) socket.end()
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
