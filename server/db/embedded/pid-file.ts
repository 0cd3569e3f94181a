import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The content of a cluster's `postmaster.pid`. */
export interface PidFile {
  pid: number
  port: number
  /** Empty if it listens on no Unix socket. */
  socketDir: string
  /** Whether it accepts connections. */
  ready: boolean
}

export const pidFilePath = (clusterDir: string) => join(clusterDir, 'postmaster.pid')

/**
 * Returns undefined if there is no file or it is half-written. The file may be stale: `pid` need not be
 * alive.
 */
export function readPidFile(clusterDir: string): PidFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(pidFilePath(clusterDir), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const [pid, , , port, socketDir, , , status] = lines
  if (!Number(pid)) return undefined
  return {
    pid: Number(pid),
    port: Number(port),
    socketDir: socketDir?.trim() ?? '',
    ready: status?.trim() === 'ready',
  }
}
