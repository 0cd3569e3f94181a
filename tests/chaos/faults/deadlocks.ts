import { openPool } from '#server/db/pool.ts'
import { addSerializably, moveBothWays, prepareBalances, readBalances } from '../support/balances.ts'
import { startDatabaseServer } from '../support/database-server.ts'
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
      let attempts = 0
      for (let round = 0; round < rounds; round += 1) attempts += (await moveBothWays(pool.db)).attempts
      const afterMoves = await readBalances(pool.db)
      const added = await addSerializably(pool.db, adders)
      const [amount] = await readBalances(pool.db)
      expect(
        afterMoves.every((balance) => balance === 0),
        `the balances are ${afterMoves.join(', ')}`,
      )
      expect(attempts > rounds * 2, 'no deadlock came about')
      expect(amount === adders, `${adders} additions made ${amount}`)
      return {
        sees: 'nothing: the work is done again',
        measured: [
          `${rounds} deadlocks: ${rounds * 2} transactions in ${attempts} tries`,
          `${adders} serializable ones in ${added.attempts} tries`,
        ],
        failures,
      }
    } finally {
      await pool.close()
      await databases.stop()
    }
  },
}
