import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createOja } from '#tests/support/oja-process.ts'
import { ask } from '#tests/support/postgres.ts'
import { createWorld } from '../support/chaos-world.ts'
import { isWhole } from '../support/compare.ts'
import { startDatabaseServer } from '../support/database-server.ts'
import { expectations, type Fault } from '../support/fault.ts'
import { seenBy } from '../support/seen.ts'
import { copyTree, removeTree } from '../support/tree.ts'

const broken = `
  create table half_done (id integer);
  alter table listings add column half_done integer;
  update users set bio = 'half-done';
  select 1 / 0;
`

/** A later version, whose migration fails after many changes, starts beside this one, which is in use. */
export const migrationFails: Fault = {
  name: 'migration',
  title: 'A migration that fails half-way, while the version before serves',
  async run() {
    const { expect, failures } = expectations()
    const databases = await startDatabaseServer()
    const tree = copyTree()
    try {
      writeFileSync(join(tree, 'server/db/migrations/9999_broken.sql'), broken)
      const world = await createWorld({ DATABASE_URL: await databases.create('migration') })
      try {
        const traffic = await world.traffic()
        const later = await createOja({ DATABASE_URL: world.databaseUrl() }, { tree })
        const refusal = await later.start().then(
          () => 'it started',
          () => later.output().trim(),
        )
        await later.remove()
        const before = traffic.seen.length
        await world.traffic().then((more) => more.stop())
        await traffic.stop()
        const left = await ask(
          world.databaseUrl(),
          `select from information_schema.columns where table_name = 'half_done' or column_name = 'half_done'
           union all select from users where bio = 'half-done'
           union all select from kysely_migration where name like '9999%'`,
        )
        const comparison = await world.compare()
        const faced = seenBy(traffic.seen)
        expect(/The migration 9999_broken failed, and the database is as it was/.test(refusal), refusal)
        expect(refusal.split('\n').length <= 2, `not one sentence: ${refusal}`)
        expect(left.length === 0, `${left.length} traces of it are in the database`)
        expect(faced.internal + faced.none === 0, `the version before did not serve: ${faced.example(500)}`)
        expect(isWhole(comparison), 'the ledger does not agree')
        return {
          sees: `${faced.sentences.join(' or ')}; at the terminal: “${refusal.split('\n').at(-1)}”`,
          measured: [
            `${left.length} traces in the database`,
            `the version before answered ${before} requests meanwhile, ${faced.unavailable} of them 503`,
          ],
          comparison,
          failures,
        }
      } finally {
        await world.end()
      }
    } finally {
      removeTree(tree)
      await databases.stop()
    }
  },
}
