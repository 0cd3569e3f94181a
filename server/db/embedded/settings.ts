/**
 * PostgreSQL's settings for a machine of any size, given on the command line so that a new version of Oja can change
 * them for old clusters too. fsync, full_page_writes and synchronous_commit stay on: an answered request is on disk.
 */
export const settings: Record<string, string> = {
  max_connections: '60',
  shared_buffers: '192MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '1GB',
  // Oja's queries are short: compiling them costs more than it saves.
  jit: 'off',
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
