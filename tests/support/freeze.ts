import { readdirSync, readFileSync } from 'node:fs'
import { postmasterOf } from './postgres.ts'

/** A PostgreSQL on a hanging disk or a suspended machine: connections are neither refused nor served. */
export interface Frozen {
  /** It continues. */
  thaw(): void
}

/** Stops all processes of the PostgreSQL of a data folder (SIGSTOP). */
export function freezePostgres(dataDir: string): Frozen {
  const postmaster = postmasterOf(dataDir)
  // The postmaster first, so that it starts no others.
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
