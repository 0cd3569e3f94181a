/**
 * Writes to one PostgreSQL for as long as it takes anything, whoever is primary: `node stubborn-writer.ts <address of the database>`.
 * Prints the number of each row that was acknowledged.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const [connectionString] = process.argv.slice(2)
for (let number = 1; ; ) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    for (; ; number += 1) {
      await client.query('insert into stubborn (number) values ($1)', [number])
      console.log(number)
      await sleep(50)
    }
  } catch {
    // What was not acknowledged is not asked for again: it may be there.
    number += 1
    await sleep(100)
  } finally {
    await client.end().catch(() => {})
  }
}
