import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs'
import { cpus } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'

/** Milliseconds of one tick of /proc. */
const tick = existsSync('/proc/self/stat') ? 1000 / Number(execFileSync('getconf', ['CLK_TCK'])) : Number.NaN

/**
 * Returns a function that reads the processor time (milliseconds) of the PostgreSQL server behind `db`, in
 * all its processes except those of its other databases. Null if it is unavailable: another machine, or a
 * system without /proc.
 */
export async function databaseClock(db: Db): Promise<(() => number) | null> {
  const { rows } = await sql<{ pid: number; local: boolean; others: string[] }>`
    select pg_backend_pid() as pid,
      inet_server_addr() is null or inet_server_addr() <<= '127.0.0.0/8' as local,
      array(select datname::text from pg_database
        where datname <> current_database() and datname not in ('postgres', 'template0', 'template1')) as others
  `.execute(db)
  const { pid, local, others } = rows[0] ?? { pid: 0, local: false, others: [] }
  const backend = local ? readStat(pid) : null
  if (!backend?.name.startsWith('postgres')) return null
  const postmaster = backend.parent
  const isElsewhere = (process: number) => {
    const title = read(`/proc/${process}/cmdline`)
    return title === null || others.some((name) => title.includes(` ${name} `))
  }
  return () => {
    let spent = 0
    for (const entry of readdirSync('/proc')) {
      const stat = /^\d+$/.test(entry) ? readStat(Number(entry)) : null
      if (stat?.parent === postmaster && !isElsewhere(stat.pid)) spent += spentBy(stat)
      // The postmaster accumulates the time of ended processes, of all databases.
      if (stat?.pid === postmaster) spent += spentBy(stat) + (others.length === 0 ? stat.ended : 0)
    }
    return spent
  }
}

interface Stat {
  pid: number
  name: string
  parent: number
  /** Milliseconds, in ticks. */
  own: number
  /** Milliseconds of its ended children. */
  ended: number
}

function readStat(pid: number): Stat | null {
  const text = read(`/proc/${pid}/stat`)
  if (text === null) return null
  const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const at = (field: number) => Number(fields[field])
  return { pid, name, parent: at(1), own: (at(11) + at(12)) * tick, ended: (at(13) + at(14)) * tick }
}

/**
 * Milliseconds of processor time of a single-threaded process: from the kernel in nanoseconds if available,
 * else in ticks.
 */
function spentBy({ pid, own }: Stat): number {
  const exact = kernelTime(pid)
  return Number.isFinite(exact) ? exact : own
}

/** Milliseconds of processor time, from the kernel in nanoseconds; NaN if unavailable. */
function kernelTime(pid: number): number {
  return Number(read(`/proc/${pid}/schedstat`)?.split(' ')[0]) / 1e6
}

/** Milliseconds of processor time of these processes of PostgreSQL so far. Throws if one has ended, and without Linux's /proc. */
export function backendTime(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const time = kernelTime(pid)
    if (Number.isNaN(time)) throw new Error(`The processor time of process ${pid} cannot be read.`)
    return sum + time
  }, 0)
}

/** Milliseconds of processor time of these running processes with all their threads, in ticks of 10 ms. Linux. */
export function processTime(
  chosen: (process: { pid: number; parent: number; name: string }) => boolean,
): number {
  return readdirSync('/proc').reduce((sum, entry) => {
    const stat = /^\d+$/.test(entry) ? readStat(Number(entry)) : null
    return stat && chosen(stat) ? sum + stat.own : sum
  }, 0)
}

/** Milliseconds of processor time of the children of a process. */
export function childrenTime(parent: number): number {
  return readdirSync('/proc').reduce((sum, entry) => {
    const stat = /^\d+$/.test(entry) ? readStat(Number(entry)) : null
    return stat?.parent === parent ? sum + spentBy(stat) : sum
  }, 0)
}

/**
 * One buffer for all readings: `readFileSync` makes new ones of 64 KB for files without a size, and V8 then collected garbage every
 * two seconds, on both cores for 40 ms, while the next load began.
 */
const buffer = Buffer.allocUnsafeSlow(4096)

/** The first 4 KB of a file of /proc; null if it does not exist, or the process has ended meanwhile. */
function read(path: string): string | null {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    return buffer.toString('latin1', 0, readSync(file, buffer))
  } catch {
    return null
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** Milliseconds of processor time of the whole machine since its boot. */
export function machineClock(): number {
  let busy = 0
  for (const { times } of cpus()) busy += times.user + times.nice + times.sys + times.irq
  return busy
}
