import { availableParallelism, totalmem } from 'node:os'

/** Memory in megabytes of this machine, or of the container that Oja runs in. */
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20

/** A share of the memory, within limits in megabytes. */
const share = (part: number, min: number, max: number) =>
  `${Math.round(Math.min(max, Math.max(min, memory * part)))}MB`

/**
 * Enough for a web process on each core and one more during a reload, with at least six connections (server/lifecycle/workers/count.ts) and two that
 * listen, for jobs and for news of listings; the rest is for the primary, commands and cancellations.
 */
export const maxConnections = (cores: number) => Math.max(60, 8 * (cores + 5))

/**
 * PostgreSQL's settings for a machine of any size. They are passed on the command line, so that a new version
 * of Oja can change them for old clusters too. fsync, full_page_writes and synchronous_commit stay on: data
 * of an acknowledged request is on disk.
 */
export const settings: Record<string, string> = {
  max_connections: String(maxConnections(availableParallelism())),
  // A quarter, as PostgreSQL's manual recommends; the system's cache holds the rest of the data, and other
  // programs need memory too.
  shared_buffers: share(1 / 4, 128, 16_384),
  effective_cache_size: share(1 / 2, 512, 65_536),
  work_mem: '8MB',
  maintenance_work_mem: share(1 / 32, 64, 1024),
  max_wal_size: '2GB',
  // With origins, each checkpoint writes a file: on a full disk that would stop PostgreSQL (PANIC), and reads
  // with it.
  max_active_replication_origins: '0',
  // Oja's queries are short: compiling them costs more than it saves.
  jit: 'off',
  // Short queries are not worth a second process; other queries need that core.
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // The server logs failed statements; here they would put user input into a second file. So would the DETAIL of an error: the e-mail
  // address that is there already.
  log_min_error_statement: 'fatal',
  log_error_verbosity: 'terse',
  cluster_name: 'oja',
}

export const port = 5432
export const user = 'oja'
export const database = 'oja'
