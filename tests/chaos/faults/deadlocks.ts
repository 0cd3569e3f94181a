import { openPool } from '#server/db/pool.ts'
import { startDatabaseServer } from '../support/database-server.ts'
import { addSerializably, moveBothWays, prepareBalances, readBalances } from '../support/deadlocks.ts'
import { expectations, type Fault } from '../support/fault.ts'

const rounds = 5
const adders = 4

export const deadlocks: Fault = {
  name: 'deadlocks',
  title: 'Deadlocks and serialization failures',
  async run() {
    const { expect, failures } = expectations()
    const databases = await startDatabaseServer()
    const pool = openPool(await databases.create('deadlocks'))
    try {
      await prepareBalances(pool.db)
      let tries = 0
      for (let round = 0; round < rounds; round += 1) tries += (await moveBothWays(pool.db)).tries
      const afterMoves = await readBalances(pool.db)
      const added = await addSerializably(pool.db, adders)
      const [amount] = await readBalances(pool.db)
      expect(
        afterMoves.every((balance) => balance === 0),
        `the balances are ${afterMoves.join(', ')}`,
      )
      expect(tries > rounds * 2, 'no deadlock came about')
      expect(amount === adders, `${adders} additions made ${amount}`)
      return {
        sees: 'nothing: the work is done again',
        measured: [
          `${rounds} deadlocks: ${rounds * 2} transactions in ${tries} tries`,
          `${adders} serializable ones in ${added.tries} tries`,
        ],
        failures,
      }
    } finally {
      await pool.close()
      await databases.stop()
    }
  },
}
