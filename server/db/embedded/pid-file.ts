import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a running postmaster writes into `postmaster.pid` of its cluster. */
export interface PidFile {
  pid: number
  port: number
  /** Empty where it listens on no Unix socket. */
  socketDir: string
  /** Takes connections now. */
  ready: boolean
}

export const pidFilePath = (clusterDir: string) => join(clusterDir, 'postmaster.pid')

/** Undefined where there is none, or where it is half-written. A file may be stale: `pid` need not be alive. */
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
