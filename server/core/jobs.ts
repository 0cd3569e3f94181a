import type { Pool, Tx } from '../db/pool.ts'
import type { Env } from '../env.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

/** Work that outlives a request. Enqueued inside the caller's transaction: no commit, no job. */
export interface Jobs {
  enqueueMail(tx: Tx, mail: Mail): Promise<void>
  stop(): Promise<void>
}

export async function startJobs(_: { database: Pool; env: Env }): Promise<Jobs> {
  throw new Error('to be built')
}
