import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

/** The last number of each host's address in deploy/cluster. */
const addresses = {
  lb: 10,
  oja1: 11,
  oja2: 12,
  oja3: 13,
  pg1: 21,
  pg2: 22,
  pg3: 23,
  redis1: 31,
  redis2: 32,
  redis3: 33,
  s3: 40,
  mail: 41,
  client: 50,
}
export type HostName = keyof typeof addresses
export const hostNames = Object.keys(addresses) as HostName[]
export const addressOf = (host: HostName) => `10.77.0.${addresses[host]}`

const prefix = 'oja-cluster'

/** The names of one run's namespaces: of its hosts, and of the switch that connects them. */
export const namespaceOf = (run: number, name: HostName | 'switch') => `${prefix}${run}-${name}`

function ip(...args: string[]): string {
  return execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/**
 * Connects every host to a switch, which has a namespace too: nothing of it is in the machine's own network.
 */
export function layNetwork(run: number): void {
  const fabric = namespaceOf(run, 'switch')
  ip('netns', 'add', fabric)
  ip('-n', fabric, 'link', 'add', 'switch', 'type', 'bridge')
  ip('-n', fabric, 'link', 'set', 'switch', 'up')
  for (const host of hostNames) {
    const namespace = namespaceOf(run, host)
    ip('netns', 'add', namespace)
    ip('-n', fabric, 'link', 'add', host, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
    ip('-n', fabric, 'link', 'set', host, 'master', 'switch', 'up')
    ip('-n', namespace, 'address', 'add', `${addressOf(host)}/24`, 'dev', 'eth0')
    ip('-n', namespace, 'link', 'set', 'eth0', 'up')
    ip('-n', namespace, 'link', 'set', 'lo', 'up')
  }
}

/** Disconnects a host at the switch, or connects it again: its packets vanish without an error. */
export function setPlug(run: number, host: HostName, isIn: boolean): void {
  const fabric = namespaceOf(run, 'switch')
  ip('netns', 'exec', fabric, 'bridge', 'link', 'set', 'dev', host, 'state', isIn ? '3' : '0')
}

const nobodys = '02:00:00:00:00:99'

/** Opens or closes the path between two hosts: on a closed one, packets go to an unused network card. */
export function setPath(run: number, from: HostName, to: HostName, isOpen: boolean): void {
  for (const [here, there] of [
    [from, to],
    [to, from],
  ] as const) {
    const neighbour = [addressOf(there), 'dev', 'eth0']
    if (isOpen) ip('-n', namespaceOf(run, here), 'neighbour', 'delete', ...neighbour)
    else
      ip(
        '-n',
        namespaceOf(run, here),
        'neighbour',
        'replace',
        ...neighbour,
        'lladdr',
        nobodys,
        'nud',
        'permanent',
      )
  }
}

/** The processes in a namespace. */
export function processesIn(namespace: string): number[] {
  try {
    return ip('netns', 'pids', namespace).split('\n').filter(Boolean).map(Number)
  } catch {
    return [] // it is gone
  }
}

/** Kills every process of a run, then deletes its namespaces. */
export async function clearNetwork(run: number): Promise<void> {
  const mine = namespaces().filter((name) => name.startsWith(`${prefix}${run}-`))
  for (const name of mine) await killAll(name)
  for (const name of mine) ip('netns', 'delete', name)
}

/** Cleans up after runs that were killed. */
export async function clearForgotten(): Promise<void> {
  const pattern = new RegExp(`^${prefix}(\\d+)-`)
  const runs = new Set(namespaces().map((name) => Number(pattern.exec(name)?.[1] ?? 0)))
  for (const run of runs) if (run > 0 && !existsSync(`/proc/${run}`)) await clearNetwork(run)
}

function namespaces(): string[] {
  return existsSync('/run/netns') ? readdirSync('/run/netns') : []
}

/** Kills every process in a namespace like a loss of power, and resolves when none is left. */
export async function killAll(namespace: string): Promise<void> {
  for (let left = processesIn(namespace); left.length > 0; left = processesIn(namespace)) {
    signalAll(left, 'SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended by itself.
    }
  }
}
