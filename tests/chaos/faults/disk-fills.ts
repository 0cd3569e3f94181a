import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '#tests/support/postgres.ts'
import { cannotMount, mountSmallDisk } from '#tests/support/small-disk.ts'
import { until } from '#tests/support/until.ts'
import { createWorld } from '../support/chaos-world.ts'
import { isWhole } from '../support/compare.ts'
import { expectations, type Fault, type Outcome } from '../support/fault.ts'
import { seenBy } from '../support/seen.ts'
import type { Seen } from '../support/traffic.ts'

/** Megabytes of the disk; a fresh Oja takes 44 of it. */
const size = 300
/** Megabytes left from which it fills slowly: Oja warns below 75. */
const slowFrom = 100
/** Megabytes at once: another program's log, or a backup. */
const step = 4
/** Milliseconds. */
const stayFullFor = 15_000

const isRead = ({ what }: Seen) => ['page', 'own page', 'search'].includes(what)

export const diskFills: Fault = {
  name: 'disk-fills',
  title: 'The disk of the data fills up, to its last byte, and stays full',
  missing: cannotMount,
  async run(report): Promise<Outcome> {
    const { expect, failures } = expectations()
    const dataDir = mkdtempSync(join(tmpdir(), 'chaos-'))
    const disk = mountSmallDisk(dataDir, size)
    try {
      const world = await createWorld({}, { dataDir })
      try {
        const { oja, ledger } = world
        /** A busy machine may not report it within its second. */
        const diskOf = () =>
          until('/readyz', async () => {
            const answer = await fetch(`${oja.url}/readyz`)
            const { parts } = (await answer.json()) as { parts?: { disk: string } }
            return parts?.disk
          })
        const traffic = await world.traffic({ workers: 6, retryDelayMs: 250 })
        const states = [await diskOf()]
        disk.grow(disk.free() - slowFrom)
        // As fast as Oja checks the disk, until it refuses writes; then at once, to the last byte.
        while (states.at(-1) !== 'full') {
          disk.grow(step)
          await until(
            'a check of the disk',
            async () => Math.abs((await freeSeenBy(oja)) - disk.free()) < step / 2,
          )
          const state = await diskOf()
          if (state !== states.at(-1)) states.push(state)
        }
        const left = disk.free()
        const [stoppedAt, from] = [performance.now(), traffic.seen.length]
        disk.fill()
        report(`full with ${left} MB left, now filled to the last byte`)
        const fullAt = performance.now()
        // Background work of PostgreSQL, triggered early. Without space for new maps of tables, a vacuum
        // fails and nothing else.
        for (const statement of ['vacuum', 'checkpoint'])
          await ask(world.databaseUrl(), statement).catch(() => {})
        await until('refusals', () => writesOf(traffic.seen.slice(from)).length > 20)
        await sleep(Math.max(0, stayFullFor - (performance.now() - fullAt)))
        const faced = seenBy(traffic.seen.slice(from))
        // Requests in progress at that time may still succeed.
        const accepted = writesOf(traffic.seen).filter(({ at, status }) => at > stoppedAt && status < 300)
        disk.clear()
        const clearedAt = performance.now()
        const { size: listings } = ledger.listings
        const sinceCleared = traffic.seen.length
        await until('new listings', () => ledger.listings.size > listings + 2).catch((error: Error) => {
          const answers = countAnswers(traffic.seen.slice(sinceCleared))
          const output = oja.output().replaceAll(/^SMTP_URL is not set.*\n/gm, '')
          const logs = [output, readFileSync(join(dataDir, 'postgres.log'), 'utf8')]
          throw new Error(
            [
              error.message,
              `${disk.free()} MB are free.`,
              answers,
              ...logs.map((log) => log.slice(-2000)),
            ].join('\n'),
          )
        })
        const backAfter = performance.now() - clearedAt
        states.push(await diskOf())
        await traffic.stop()
        const comparison = await world.compare()
        const reads = traffic.seen.filter(isRead)
        const failed = reads.filter(({ status }) => status !== 200)
        const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
        expect(oja.isRunning(), `the server ended: ${oja.output().slice(-500)}`)
        expect(!/PANIC|terminated by signal/.test(log), `PostgreSQL ended: ${/.*PANIC.*/.exec(log)?.[0]}`)
        expect(failed.length === 0, `${failed.length} reads failed, such as ${JSON.stringify(failed[0])}`)
        expect(accepted.length === 0, `${accepted.length} writes were taken on a full disk`)
        expect(states.join() === 'ok,low,full,ok', `/readyz said ${states.join()}`)
        expect(faced.withoutRetryAfter === 0, `${faced.withoutRetryAfter} answers of 503 had no Retry-After`)
        expect(faced.internal === 0, `${faced.internal} answers were 500: ${faced.example(500)}`)
        expect(isWhole(comparison), 'the ledger does not agree')
        return {
          sees: faced.sentences.join(' or '),
          measured: [
            `saving stopped with ${left} MB of ${size} left, ${states.join(', ')} on /readyz`,
            `full for ${Math.round(clearedAt - fullAt)} ms`,
            `${faced.unavailable} writes were refused, all of ${reads.length} reads answered`,
            `a listing with a photo ${Math.round(backAfter)} ms after there was room`,
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
  },
}

/** Megabytes that were free at Oja's last check. */
async function freeSeenBy({ url }: { url: string }): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^oja_disk_free_bytes\{disk="data"\} (\d+)/m.exec(metrics)?.[1]) / 2 ** 20
}

/** What was answered how often, such as `listing 503: 12`. */
function countAnswers(seen: Seen[]): string {
  const counts = new Map<string, number>()
  for (const { what, status, detail } of seen) {
    const answer = `${what} ${status} ${detail}`
    counts.set(answer, (counts.get(answer) ?? 0) + 1)
  }
  return [...counts].map(([answer, count]) => `${answer}: ${count}`).join('\n')
}

const writesOf = (seen: Seen[]) => seen.filter((one) => !isRead(one))
