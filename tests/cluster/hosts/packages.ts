import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'

/** The programs of each Debian package. */
const packages: Record<string, string> = {
  haproxy: '/usr/sbin/haproxy',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  'redis-server': '/usr/bin/redis-server',
  'redis-sentinel': '/usr/bin/redis-sentinel',
  'swift-proxy': '/usr/bin/swift-proxy-server',
  'swift-account': '/usr/bin/swift-account-server',
  'swift-container': '/usr/bin/swift-container-server',
  'swift-object': '/usr/bin/swift-object-server',
  memcached: '/usr/bin/memcached',
  openssl: '/usr/bin/openssl',
  iproute2: '/usr/sbin/ip',
}

/** Services of these packages that Debian would start immediately and at each boot. */
const services = [
  'haproxy',
  'patroni',
  'etcd',
  'redis-server',
  'redis-sentinel',
  'memcached',
  'rsyslog',
  ...['', '-auditor', '-reaper', '-replicator'].map((part) => `swift-account${part}`),
  ...['', '-auditor', '-replicator', '-sharder', '-sync', '-updater'].map((part) => `swift-container${part}`),
  ...['', '-auditor', '-expirer', '-reconstructor', '-replicator', '-updater'].map(
    (part) => `swift-object${part}`,
  ),
  'swift-proxy',
]

const policy = '/usr/sbin/policy-rc.d'
const units = '/etc/systemd/system'

/** Installs missing Debian packages without starting their services; returns the packages' names. */
export function installPackages(): string[] {
  const missing = Object.entries(packages).filter(([, program]) => !existsSync(program))
  if (missing.length === 0) return []
  const names = missing.map(([name]) => name)
  if (!existsSync('/usr/bin/apt-get'))
    throw new Error(`Install ${names.join(', ')}; this machine has no apt-get to do it with.`)
  const isMine = !existsSync(policy)
  if (isMine) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    maskServices()
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
    const aptGet = (...args: string[]) =>
      execFileSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    aptGet('update', '--quiet')
    aptGet('install', '--yes', '--quiet', '--no-install-recommends', ...names)
  } finally {
    if (isMine) rmSync(policy)
  }
  return names
}

/** Services that already exist on this machine stay unchanged. */
function maskServices(): void {
  mkdirSync(units, { recursive: true })
  for (const service of services) {
    const unit = `${units}/${service}.service`
    const isKnown = ['/lib/systemd/system', '/etc/init.d'].some(
      (folder) => existsSync(`${folder}/${service}.service`) || existsSync(`${folder}/${service}`),
    )
    if (!isKnown && !existsSync(unit)) symlinkSync('/dev/null', unit)
  }
}
