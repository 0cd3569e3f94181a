import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createOja, thisTree } from '#tests/support/oja-process.ts'
import { signIn } from '#tests/support/person.ts'
import { embeddedUrl } from '#tests/support/postgres.ts'
import { createWorld } from '../support/chaos-world.ts'
import { compare, isWhole } from '../support/compare.ts'
import { expectations, type Fault } from '../support/fault.ts'
import { createLedger } from '../support/ledger.ts'
import { startTraffic } from '../support/traffic.ts'

const run = promisify(execFile)

/** A backup during writes; then all data is deleted and the backup is restored into a new folder. */
export const backupRestored: Fault = {
  name: 'restore',
  title: 'All data lost; a backup that was taken under traffic restored into a fresh folder',
  async run() {
    const { expect, failures } = expectations()
    const folder = await mkdtemp(join(tmpdir(), 'chaos-'))
    const file = join(folder, 'oja.backup')
    const world = await createWorld()
    try {
      const { oja, seller, buyer, ledger } = world
      await world.traffic().then((traffic) => traffic.stop())
      // Writes from now on may or may not be in the backup.
      const later = startTraffic({ url: oja.url, ledger: createLedger(), seller, buyer })
      const startedAt = performance.now()
      await script('backup', oja.dataDir, file)
      const backedUpIn = performance.now() - startedAt
      await later.stop()
      ledger.reviews.clear()
      await world.end()

      const dataDir = join(folder, 'fresh')
      const restoredAt = performance.now()
      await script('restore', dataDir, file)
      const restored = await createOja({}, { dataDir })
      try {
        await restored.start()
        const restoredIn = performance.now() - restoredAt
        const people = {
          seller: await signIn(restored.url, seller.email),
          buyer: await signIn(restored.url, buyer.email),
        }
        const target = { url: restored.url, dataDir, databaseUrl: embeddedUrl(dataDir), ...people }
        const comparison = await compare(ledger, target)
        expect(isWhole(comparison), 'the restored data does not agree with the ledger')
        return {
          sees: 'logs in again, and finds everything up to the backup',
          measured: [
            `backed up in ${Math.round(backedUpIn)} ms (${Math.round((await stat(file)).size / 1024)} KB)`,
            `restored and serving in ${Math.round(restoredIn)} ms`,
          ],
          comparison,
          failures,
        }
      } finally {
        await restored.stop()
      }
    } finally {
      await world.end()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function script(name: 'backup' | 'restore', dataDir: string, file: string): Promise<void> {
  const { PATH, TMPDIR } = process.env
  const env = { PATH, TMPDIR, DATA_DIR: dataDir, DEMO: '0' }
  await run(process.execPath, [`scripts/${name}.mjs`, file], { cwd: thisTree, env })
}
