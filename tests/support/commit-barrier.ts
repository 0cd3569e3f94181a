import pg from 'pg'

/** Blocks commits of transactions that wrote to a table: see `blockCommits`. */
export interface CommitBarrier {
  /** Resolves when this many connections to the database wait for a lock: the barrier's, or each other's. */
  waiting(count: number): Promise<void>
  /** Releases all transactions, present and future. */
  release(): Promise<void>
}

/** The barrier's advisory lock; nothing else uses these two numbers. */
const lock = '1_337, 1'
/** Milliseconds. */
const maxWaitMs = 120_000

/**
 * Blocks the commit of every transaction that inserts into or updates `table`. The transaction has then read
 * and decided everything, and nobody else sees its writes: the interleaving that a rule which counts rows and
 * then writes must survive, independent of the machine's speed.
 */
export async function blockCommits(databaseUrl: string, table: string): Promise<CommitBarrier> {
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
      const deadline = performance.now() + maxWaitMs
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
