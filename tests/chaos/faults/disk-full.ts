import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask } from '#tests/support/postgres.ts'
import { cannotMount, mountSmallDisk } from '#tests/support/small-disk.ts'
import { until } from '#tests/support/until.ts'
import { createWorld } from '../support/chaos-world.ts'
import { isWhole } from '../support/compare.ts'
import { expectations, type Fault, type Outcome } from '../support/fault.ts'
import { seenBy } from '../support/seen.ts'

/** Milliseconds between two attempts to start PostgreSQL without disk space, and its recovery. */
const backWithin = 20_000

export const mediaDiskFull: Fault = {
  name: 'disk-media',
  title: 'The disk of the pictures is full',
  missing: cannotMount,
  run: () => full((dataDir) => join(dataDir, 'media'), 8, ['upload']),
}

export const databaseDiskFull: Fault = {
  name: 'disk',
  title: 'Somebody else uses up the log of PostgreSQL on a full disk',
  missing: cannotMount,
  run: () => full((dataDir) => dataDir, 160, ['listing', 'message', 'question', 'edit'], writeLogOut),
}

/**
 * PostgreSQL has some space reserved in its log: this uses it up, so that it can write nothing more and
 * stops.
 */
async function writeLogOut(databaseUrl: string): Promise<void> {
  const write = `select pg_logical_emit_message(false, 'chaos', repeat('x', 1000000)) from generate_series(1, 200)`
  await ask(databaseUrl, write).catch(() => {})
}

/** `stopped`: the process that may find no space. */
async function full(
  folderOf: (dataDir: string) => string,
  megabytes: number,
  stopped: string[],
  exhaust: (databaseUrl: string) => Promise<void> = async () => {},
): Promise<Outcome> {
  const { expect, failures } = expectations()
  const dataDir = mkdtempSync(join(tmpdir(), 'chaos-'))
  const disk = mountSmallDisk(folderOf(dataDir), megabytes)
  try {
    const world = await createWorld({}, { dataDir })
    try {
      const { oja, ledger } = world
      const traffic = await world.traffic({ workers: 6 })
      const linesBefore = oja.output().split('\n').length
      const from = traffic.seen.length
      const fullAt = performance.now()
      disk.fill()
      await exhaust(world.databaseUrl())
      const isRefused = () =>
        traffic.seen.slice(from).filter(({ what, status }) => stopped.includes(what) && status >= 500)
          .length > 20
      await until('refusals', isRefused, 60_000)
      const faced = seenBy(traffic.seen.slice(from))
      disk.clear()
      const clearedAt = performance.now()
      const { size } = ledger.listings
      await until('new listings', () => ledger.listings.size > size + 2, 60_000)
      const backAfter = performance.now() - clearedAt
      await traffic.stop()
      const comparison = await world.compare()
      const lines = oja.output().split('\n').length - linesBefore
      expect(oja.isRunning(), `the server ended: ${oja.output().slice(-500)}`)
      expect(isWhole(comparison), 'the ledger does not agree')
      expect(faced.internal === 0, `${faced.internal} answers were 500: ${faced.example(500)}`)
      expect(faced.none === 0, `${faced.none} requests had no answer`)
      expect(faced.withoutRetryAfter === 0, `${faced.withoutRetryAfter} answers of 503 had no Retry-After`)
      expect(backAfter < backWithin, `back only after ${Math.round(backAfter)} ms`)
      expect(lines < 100 + faced.unavailable, `${lines} lines were logged`)
      return {
        sees: faced.sentences.join(' or '),
        measured: [
          `full for ${Math.round(clearedAt - fullAt)} ms`,
          `${faced.unavailable} answers were 503`,
          `a listing with a photo ${Math.round(backAfter)} ms after there was room`,
          `logged ${lines} lines`,
        ],
        comparison,
        failures,
      }
    } finally {
      disk.clear()
      await world.end()
    }
  } finally {
    disk.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
