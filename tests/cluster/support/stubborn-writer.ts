/**
 * Writes to one PostgreSQL as long as it accepts anything, primary or not: `node stubborn-writer.ts <address
 * of the database>`. Prints the number of each acknowledged row.
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
    // An unacknowledged number is not repeated: the row may exist.
    number += 1
    await sleep(100)
  } finally {
    await client.end().catch(() => {})
  }
}
