import { availableParallelism, totalmem } from 'node:os'

/** Megabytes that this machine, or the container that Oja runs in, has. */
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20

/** A share of the memory, within limits in megabytes. */
const share = (part: number, least: number, most: number) =>
  `${Math.round(Math.min(most, Math.max(least, memory * part)))}MB`

/**
 * PostgreSQL's settings for a machine of any size, given on the command line so that a new version of Oja can change
 * them for old clusters too. fsync, full_page_writes and synchronous_commit stay on: an answered request is on disk.
 */
export const settings: Record<string, string> = {
  // Each process that answers, one a core in production, opens a few: server/workers/count.ts.
  max_connections: String(Math.max(60, 6 * (availableParallelism() + 4))),
  // As PostgreSQL's own manual has it; the system's cache holds the rest of the data, and others live on the machine too.
  shared_buffers: share(1 / 4, 128, 16_384),
  effective_cache_size: share(1 / 2, 512, 65_536),
  work_mem: '8MB',
  maintenance_work_mem: share(1 / 32, 64, 1024),
  max_wal_size: '2GB',
  // Oja's queries are short: compiling them costs more than it saves.
  jit: 'off',
  // Nor are they worth starting a second process for; there are others waiting for that core.
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // A failed statement is the server's to log; here it would put what people typed into a second file.
  log_min_error_statement: 'fatal',
  cluster_name: 'oja',
}

export const port = 5432
export const user = 'oja'
export const database = 'oja'
