import pg from 'pg'

/** Keeps transactions that wrote to a table from committing: see `holdCommits`. */
export interface CommitBarrier {
  /** Resolves once this many connections to the database wait for a lock: the barrier's, or one of each other's. */
  waiting(count: number): Promise<void>
  /** Lets all go, now and later. */
  release(): Promise<void>
}

/** The advisory lock that the barrier is; no other has two numbers like these. */
const lock = '1_337, 1'
/** Milliseconds. */
const longestWait = 10_000

/**
 * Puts a barrier before the commit of every transaction that inserts into or updates `table`. What such a transaction read and decided
 * is then settled, and nobody else sees what it wrote: the interleaving that a rule which counts rows and then writes
 * has to withstand, whatever the speed of the machine.
 */
export async function holdCommits(databaseUrl: string, table: string): Promise<CommitBarrier> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`
    create or replace function wait_at_barrier() returns trigger language plpgsql as $$
      begin
        -- The server gives up on locks after seconds; the test decides how long this one is waited for.
        perform set_config('lock_timeout', '0', true);
        perform pg_advisory_xact_lock_shared(${lock});
        return null;
      end $$;
    create constraint trigger commit_barrier after insert or update on ${table}
      deferrable initially deferred for each row execute function wait_at_barrier();
    select pg_advisory_lock(${lock})`)

  async function countWaiting(): Promise<number> {
    const { rows } = await client.query<{ count: string }>(`
      select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    return Number(rows[0]?.count)
  }

  return {
    async waiting(count) {
      const deadline = performance.now() + longestWait
      while ((await countWaiting()) < count)
        if (performance.now() > deadline) throw new Error(`Fewer than ${count} transactions came to a lock.`)
    },
    async release() {
      await client.query(`select pg_advisory_unlock(${lock})`)
      await client.query(`drop trigger commit_barrier on ${table}`)
      await client.end()
    },
  }
}
