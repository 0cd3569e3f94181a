import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, release, totalmem, type } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'

/** The machine's properties that affect the figures. */
export interface Machine {
  processor: string
  cores: number
  /** Gigabytes. */
  memory: number
  system: string
  node: string
  postgresql: string
  /** The PostgreSQL settings that matter most here. */
  postgresqlSettings: string
}

export async function describeMachine(db: Db): Promise<Machine> {
  const { rows } = await sql<{ version: string; settings: string }>`
    select current_setting('server_version') as version,
      (select string_agg(name || ' = ' || current_setting(name), ', ' order by name) from pg_settings
        where name in ('shared_buffers', 'work_mem', 'synchronous_commit', 'fsync', 'jit', 'random_page_cost')) as settings
  `.execute(db)
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memory: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    postgresql: rows[0]?.version ?? 'unknown',
    postgresqlSettings: rows[0]?.settings ?? '',
  }
}

/** The measured commit, with a plus if files differ from it; absent outside a git repository. */
export function describeCommit(): string | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const changed = git('status', '--porcelain', '--', 'server', 'shared', 'web', 'bench/**/*.ts')
    return git('rev-parse', '--short', 'HEAD') + (changed ? '+' : '')
  } catch {
    return undefined
  }
}
