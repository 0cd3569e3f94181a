import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { readPidFile } from '#server/db/embedded/pid-file.ts'
import { port, user } from '#server/db/embedded/postgres-settings.ts'

/** The process number of the PostgreSQL that an Oja started in its data folder. */
export function postmasterOf(dataDir: string): number {
  const file = readPidFile(join(dataDir, 'postgres'))
  if (!file) throw new Error(`No PostgreSQL runs in ${dataDir}.`)
  return file.pid
}

/** Whether it responds to a query. */
export async function answers(url: string): Promise<boolean> {
  return ask(url, 'select 1').then(
    () => true,
    () => false,
  )
}

/** The process numbers of its backends. */
export function backendsOf(dataDir: string): number[] {
  const parent = postmasterOf(dataDir)
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isBackend(pid, parent))
}

function isBackend(pid: number, parent: number): boolean {
  try {
    const isChild = readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${parent}\n`)
    return isChild && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`: ${user} `)
  } catch {
    return false // gone meanwhile
  }
}

/** The address of the embedded database in a data folder. */
export function embeddedUrl(dataDir: string): string {
  const socketDir = readPidFile(join(dataDir, 'postgres'))?.socketDir ?? ''
  return `postgresql://${user}@localhost/oja?host=${encodeURIComponent(socketDir)}&port=${port}`
}

/** Runs a query on a new connection. */
export async function ask<Row>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  // A connection that breaks while it is made is reported twice.
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text, values)).rows as Row[]
  } finally {
    await client.end().catch(() => {})
  }
}
