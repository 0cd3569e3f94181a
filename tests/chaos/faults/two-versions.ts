import { createOja } from '#tests/support/oja-process.ts'
import { ask } from '#tests/support/postgres.ts'
import { createWorld } from '../support/chaos-world.ts'
import { isWhole } from '../support/compare.ts'
import { startDatabaseServer } from '../support/database-server.ts'
import { expectations, type Fault } from '../support/fault.ts'
import { seenBy } from '../support/seen.ts'
import { buildCommit, olderCommit } from '../support/tree.ts'

/** The version before this one's newest migration serves; this one starts beside it, on the same database. */
export const twoVersions: Fault = {
  name: 'versions',
  title: 'Two versions at once on one database, as during a deploy',
  missing: () => (olderCommit() === null ? 'there is no history to take an older version from' : null),
  async run(report) {
    const { expect, failures } = expectations()
    const commit = olderCommit() ?? ''
    report(`the older version is ${commit.slice(0, 8)}`)
    const tree = buildCommit(commit)
    const databases = await startDatabaseServer()
    try {
      const DATABASE_URL = await databases.create('versions')
      const world = await createWorld({ DATABASE_URL }, { tree })
      // Pictures are in one place, as required for several servers.
      const later = await createOja({ DATABASE_URL }, { dataDir: world.oja.dataDir })
      try {
        const { ledger, seller, buyer } = world
        const old = await world.traffic({ workers: 3 })
        const before = old.seen.length
        await later.start()
        const fresh = await world.traffic({ workers: 3, url: later.url })
        await fresh.stop()
        await old.stop()
        const comparison = await world.compare()
        const faced = seenBy([...old.seen, ...fresh.seen])
        const readByNew = await seller.send('GET', '/api/my-listings')
        expect(
          readByNew.status === 200 && ledger.listings.size > 0 && buyer.id > 0,
          'sessions do not hold for both',
        )
        expect(faced.internal + faced.none === 0, `${faced.internal} answers were 500: ${faced.example(500)}`)
        expect(isWhole(comparison), 'the ledger does not agree')
        return {
          sees: faced.sentences.join(' or '),
          measured: [
            `older version ${commit.slice(0, 8)}`,
            `${old.seen.length - before} requests answered by it after the migrations, ${fresh.seen.length} by this one`,
          ],
          comparison,
          failures,
        }
      } finally {
        await later.remove()
        await world.end()
      }
    } finally {
      await databases.stop()
    }
  },
}

/** On an empty database, so that both find all migrations to run. */
export const twoStarts: Fault = {
  name: 'starts',
  title: 'Three servers start at once on an empty database',
  async run() {
    const { expect, failures } = expectations()
    const databases = await startDatabaseServer()
    try {
      const DATABASE_URL = await databases.create('starts')
      const servers = await Promise.all([1, 2, 3].map(() => createOja({ DATABASE_URL })))
      try {
        await Promise.all(servers.map((server) => server.start()))
        const done = await ask<{ name: string }>(DATABASE_URL, 'select name from kysely_migration')
        const answers = await Promise.all(servers.map(({ url }) => fetch(`${url}/api/categories`)))
        expect(
          new Set(done.map(({ name }) => name)).size === done.length && done.length > 0,
          'a migration ran twice',
        )
        expect(
          answers.every(({ ok }) => ok),
          'one of them does not answer',
        )
        return { sees: 'nothing', measured: [`${done.length} migrations, each once`], failures }
      } finally {
        for (const server of servers) await server.remove()
      }
    } finally {
      await databases.stop()
    }
  },
}
