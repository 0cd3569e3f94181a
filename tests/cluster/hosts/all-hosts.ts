import { createHost, type Host, type RunFolders } from './host.ts'
import { type HostName, hostNames } from './network.ts'
import type { Programs } from './postgres-programs.ts'
import { makeSecrets, type Secrets } from './secrets.ts'

/** All hosts of a run, by name, and their shared data. */
export interface Cluster extends RunFolders {
  secrets: Secrets
  hosts: Record<HostName, Host>
  programs: Programs
  /** Settings for the test in addition to deploy/cluster/oja.env. */
  settings: Record<string, string>
}

export const databaseHosts = ['pg1', 'pg2', 'pg3'] as const
export const redisHosts = ['redis1', 'redis2', 'redis3'] as const
export const ojaHosts = ['oja1', 'oja2', 'oja3'] as const

/** Creates hosts without programs. */
export function createCluster(folders: RunFolders, programs: Programs): Cluster {
  const hosts = Object.fromEntries(hostNames.map((name) => [name, createHost(folders, name)]))
  return { ...folders, programs, secrets: makeSecrets(), hosts: hosts as Cluster['hosts'], settings: {} }
}

/** The values that the examples require for a host. */
export const valuesOf = ({ secrets }: Cluster, { name, address, folder }: Host) => ({
  ...secrets,
  NAME: name,
  ADDRESS: address,
  DATA: folder,
})
