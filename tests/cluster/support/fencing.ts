import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ask } from '#tests/support/postgres.ts'
import { until } from '#tests/support/until.ts'
import type { Cluster } from '../hosts/all-hosts.ts'
import type { Host } from '../hosts/host.ts'
import { addressOf } from '../hosts/network.ts'
import { superuserUrl } from '../hosts/patroni.ts'

const program = fileURLToPath(new URL('stubborn-writer.ts', import.meta.url))

/** A client on the primary's own host that keeps writing there, bypassing the load balancer. */
export async function startStubbornWriter(cluster: Cluster, primary: Host) {
  const url = superuserUrl(cluster, addressOf('lb'), 5000, 'oja')
  await ask(url, 'drop table if exists stubborn')
  await ask(url, 'create table stubborn (number integer primary key)')
  const acknowledged: number[] = []
  const own = superuserUrl(cluster, primary.address, 5432, 'oja')
  const child = primary.run(program, [own], (line) => acknowledged.push(Number(line)))
  await until('rows of the stubborn writer', () => acknowledged.length > 3)
  return {
    acknowledged,
    /** Stops it, and returns the acknowledged rows that the current primary does not have. */
    async end(): Promise<number[]> {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      const rows = await ask<{ number: number }>(url, 'select number from stubborn')
      await ask(url, 'drop table stubborn')
      const numbers = new Set(rows.map(({ number }) => number))
      return acknowledged.filter((number) => !numbers.has(number))
    },
  }
}
