import { createHost, type Host, type Place } from './host.ts'
import { type HostName, hostNames } from './network.ts'
import type { Programs } from './postgres-programs.ts'
import { makeSecrets, type Secrets } from './secrets.ts'

/** All hosts of a run, by name, and what they share. */
export interface Cluster extends Place {
  secrets: Secrets
  hosts: Record<HostName, Host>
  programs: Programs
  /** What the test asks of Oja beside deploy/cluster/oja.env. */
  settings: Record<string, string>
}

export const databaseHosts = ['pg1', 'pg2', 'pg3'] as const
export const redisHosts = ['redis1', 'redis2', 'redis3'] as const
export const ojaHosts = ['oja1', 'oja2', 'oja3'] as const

/** Hosts with nothing on them yet. */
export function createCluster(place: Place, programs: Programs): Cluster {
  const hosts = Object.fromEntries(hostNames.map((name) => [name, createHost(place, name)]))
  return { ...place, programs, secrets: makeSecrets(), hosts: hosts as Cluster['hosts'], settings: {} }
}

/** What the examples ask of a host. */
export const valuesOf = ({ secrets }: Cluster, { name, address, folder }: Host) => ({
  ...secrets,
  NAME: name,
  ADDRESS: address,
  DATA: folder,
})
