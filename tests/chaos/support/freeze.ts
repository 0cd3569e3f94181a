import { readdirSync, readFileSync } from 'node:fs'
import { postmasterOf } from './postgres.ts'

/** PostgreSQL as it is on a disk that hangs or a machine that is suspended: nothing is refused, and nothing answered. */
export interface Frozen {
  /** It goes on where it was. */
  thaw(): void
}

/** Stops the PostgreSQL of a data folder, all of its processes (SIGSTOP). */
export function freezePostgres(dataDir: string): Frozen {
  const postmaster = postmasterOf(dataDir)
  // The postmaster first: it starts no others then.
  const pids = [postmaster]
  process.kill(postmaster, 'SIGSTOP')
  for (const pid of childrenOf(postmaster)) {
    process.kill(pid, 'SIGSTOP')
    pids.push(pid)
  }
  return {
    thaw() {
      for (const pid of pids.splice(0)) process.kill(pid, 'SIGCONT')
    },
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent)
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined // gone meanwhile
  }
}
