import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { sessionCookie } from '#server/core/session/session.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { connectionsOf } from '#server/lifecycle/workers/count.ts'
import { freePorts } from '#tests/support/free-ports.ts'
import { hasNginx, startNginx } from '../bench/servers/nginx.ts'

// Runs the commands of docs/operations.md and deploy/systemd exactly as written, with the folders of a
// machine replaced by temporary ones.
const repository = process.cwd()
let root: string
let environment: Record<string, string>

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'oja-recipes-'))
  for (const folder of ['backups', 'data', 'etc', 'work']) await mkdir(join(root, folder))
  // The commands do not quote paths, and this folder's may have a space.
  await symlink(repository, join(root, 'oja'))
  const settings = await readFile('deploy/systemd/oja.env', 'utf8')
  await writeFile(
    join(root, 'etc/oja.env'),
    withLocalFolders(settings)
      .replace('MAIL_FROM=Oja <no-reply@oja.example>', 'MAIL_FROM=Oja <no-reply@example.com>')
      .replace('SUPPORT_EMAIL=help@oja.example', 'SUPPORT_EMAIL=people@example.com'),
  )
  environment = { PATH: process.env.PATH ?? '', HOME: root }
  // Oja was started there before.
  const log = { info() {}, warn() {} }
  const database = await startEmbeddedPostgres({ dataDir: join(root, 'data'), log })
  await database.stop()
  await writeFile(join(root, 'data/secret.key'), 'k'.repeat(44))
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** The same text with this machine's folders. */
function withLocalFolders(text: string): string {
  return text
    .replaceAll('/var/backups/oja', join(root, 'backups'))
    .replaceAll('/var/lib/oja', join(root, 'data'))
    .replaceAll('/etc/oja/', join(root, 'etc/'))
    .replaceAll('/opt/oja', join(root, 'oja'))
}

function shell(script: string, cwd: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile('sh', ['-ec', script], { cwd, env: environment }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

/** The lines of a section's first block of commands, without comments. */
async function commandsOf(section: string): Promise<string[]> {
  const text = await readFile('docs/operations.md', 'utf8')
  const [, rest = ''] = text.split(`\n## ${section}\n`)
  const [, block = ''] = /```\n([\s\S]*?)```/.exec(rest) ?? []
  return block.split('\n').flatMap((line) => line.replace(/ +# .*/, '').trim() || [])
}

/** A backup of long ago, and what a machine that lost its power left of one. */
const oldFiles = ['oja-2020-01-01T01-17-00.tar', 'oja-2020-01-02T01-17-00.tar.part']

async function writeOld(file: string): Promise<void> {
  await writeFile(file, '')
  await utimes(file, 0, 0)
}

/** The values of a key of a unit, in order. */
async function unit(file: string, key: string): Promise<string[]> {
  const lines = (await readFile(`deploy/systemd/${file}`, 'utf8')).split('\n')
  return lines.flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []))
}

/** Stand-ins for encryption programs, which pass their input through. */
const encryption =
  'cipher() { for last; do :; done; if [ -f "$last" ]; then cat "$last"; else cat; fi; }; age() { cipher "$@"; }; gpg() { cipher "$@"; }'

test('[OPS-RECIPES] the admin command documented for systemd reads the shipped settings file', async () => {
  const text = await readFile('docs/operations.md', 'utf8')
  const [, line = ''] = /^\| systemd \| `([^`]+)` \|/m.exec(text) ?? []
  expect(line).toContain('sudo -u oja npm run')
  const command = withLocalFolders(line.replace('sudo -u oja ', '').replace('<e-mail>', 'nobody@example.com'))
  expect(await shell(command, root)).toEqual({
    code: 1,
    output: expect.stringMatching(/^There is no account with the e-mail nobody@example\.com\./),
  })
})

test('[OPS-RECIPES] the nightly unit backs up with the shipped settings and deletes backups older than 14 days', async () => {
  for (const name of oldFiles) await writeOld(join(root, 'backups', name))
  const [start = '', ...more] = await unit('oja-backup.service', 'ExecStart')
  const [sweep = ''] = await unit('oja-backup.service', 'ExecStartPost')
  expect(more).toEqual([])
  // systemd passes arguments literally: no shell expands the star.
  for (const line of [start, sweep.replaceAll(/oja-\S+/g, "'$&'")])
    expect(await shell(withLocalFolders(line), repository)).toEqual({ code: 0, output: expect.any(String) })
  expect(await readdir(join(root, 'backups'))).toEqual([expect.stringMatching(/^oja-2\d{3}-.*\.tar$/)])
})

test('[OPS-RECIPES] each command of "Backups" and "Restoring" works as documented', async () => {
  const [made = ''] = await readdir(join(root, 'backups'))
  const backups = await commandsOf('Backups')
  const restores = (await commandsOf('Restoring')).filter((line) => !line.startsWith('docker '))
  expect([backups.length, restores.length]).toEqual([3, 3])
  for (const [index, line] of [...backups, ...restores].entries()) {
    const command = withLocalFolders(line)
      .replaceAll('<public key>', 'key')
      .replaceAll('<you>', 'you')
      .replaceAll('oja-<time>.tar', join(root, 'backups', made))
      .replaceAll('npm run', `npm --prefix ${join(root, 'oja')} run`)
    const settings = `set -a; . ${join(root, 'etc/quoted.env')}; set +a`
    await writeFile(
      join(root, 'etc/quoted.env'),
      `DATA_DIR=${join(root, `data${index < 3 ? '' : `-${index}`}`)}\n`,
    )
    const { code, output } = await shell(`${settings}; ${encryption}\n${command}`, join(root, 'work'))
    expect({ line, code, output }).toEqual({ line, code: 0, output: expect.any(String) })
  }
  expect((await readdir(join(root, 'work'))).sort()).toEqual(['oja.tar.age', 'oja.tar.gpg'])
})

test('[OPS-RECIPES] every file that the first-day commands copy exists, and each unit starts a script that exists', async () => {
  const text = await readFile('docs/operations.md', 'utf8')
  const files = [...text.matchAll(/(?<=[ (`])(?:\.\.\/)?(deploy\/[\w./-]+\w)/g)]
    .map(([, file = '']) => file)
    // Made by the operator; a name in Kubernetes.
    .filter((file) => file !== 'deploy/.env' && file !== 'deploy/oja-web')
  expect(files.length).toBeGreaterThan(12)
  for (const file of files) await expect(access(file), file).resolves.toBeUndefined()
  for (const name of ['oja.service', 'oja-worker.service', 'oja-backup.service']) {
    const [start = ''] = await unit(name, 'ExecStart')
    const [, script = '', settings] =
      /^\/opt\/oja\/node_modules\/\.bin\/node (?:--\S+ )?(scripts\/\w+\.mjs).* --settings (\S+)$/.exec(
        start,
      ) ?? []
    await expect(access(script), name).resolves.toBeUndefined()
    expect(settings).toBe('/etc/oja/oja.env')
  }
})

test('[OPS-RECIPES] every command that starts a server gives V8 one helper thread', async () => {
  const files = [
    'package.json',
    'deploy/Dockerfile',
    'deploy/kubernetes/oja.yaml',
    ...['oja', 'oja-worker'].map((name) => `deploy/systemd/${name}.service`),
  ]
  for (const file of files) {
    const commands = [
      ...(await readFile(file, 'utf8')).matchAll(/.*\bnode\b.*scripts\/(?:start|worker)\.mjs.*/g),
    ]
    expect(commands, file).not.toEqual([])
    for (const [command] of commands) expect(command).toContain('--v8-pool-size=1')
  }
})

test('[OPS-RECIPES] compose: mounted folders exist, volumes are declared, logs are bounded, the backup command equals the documented one', async () => {
  const compose = parse(await readFile('deploy/compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, { volumes?: string[]; command?: string[]; logging?: object }>
    volumes: Record<string, null>
  }
  for (const [name, { logging }] of Object.entries(compose.services))
    expect(logging, name).toMatchObject({ options: { 'max-size': expect.stringMatching(/^\d+m$/) } })
  for (const { volumes = [] } of Object.values(compose.services))
    for (const [source = ''] of volumes.map((volume) => volume.split(':')))
      if (source.startsWith('./'))
        await expect(access(join('deploy', source)), source).resolves.toBeUndefined()
      else expect(compose.volumes).toHaveProperty(source)
  // An empty volume belongs to the user who owns the folder in the image; a mounted host folder would belong
  // to root.
  expect(await readFile('deploy/Dockerfile', 'utf8')).toContain(
    'install -d -o node -g node -m 0700 /data /backups',
  )
  const script = compose.services.backup?.command?.at(-1) ?? ''
  // One round of the loop, with stand-ins for the backup and the wait.
  const folder = join(root, 'volume')
  const local = script.replaceAll('/tmp/', `${root}/`).replaceAll('/backups', folder)
  const made = join(folder, 'oja-2026-01-01T01-17-00.tar')
  // Its time is later than the beginning's also on a clock that ticks every few milliseconds.
  const write = `touch -d 2100-01-01 ${made}`
  for (const [outcome, backup, pause, isOldLeft] of [
    ['complete', write, 86_400, false],
    // It was written all the same: one every ten minutes would fill the disk.
    ['a picture is missing', `${write}; return 1`, 86_400, true],
    ['failed', 'return 1', 600, true],
  ] as const) {
    await mkdir(folder)
    for (const name of oldFiles) await writeOld(join(folder, name))
    const stand = `node() { echo "node $*"; ${backup}; }; sleep() { echo "sleep $*"; exit 0; }`
    const { output } = await shell(`${stand}\n${local}`, root)
    expect([outcome, output]).toEqual([outcome, `node scripts/backup.mjs ${folder}/\nsleep ${pause}\n`])
    const left = (await readdir(folder)).filter((name) => oldFiles.includes(name))
    expect([outcome, left]).toEqual([outcome, isOldLeft ? oldFiles : []])
    await rm(folder, { recursive: true })
  }
})

test('[OPS-RECIPES] compose: PostgreSQL has room for a process on each of 20 cores, a reload and commands', async () => {
  const { services } = parse(await readFile('deploy/compose.yaml', 'utf8'), { merge: true })
  const [, limit] = /max_connections=(\d+)/.exec(services.db.command.join(' ')) ?? []
  expect(Number(limit) - 21 * (connectionsOf(20) + 2)).toBeGreaterThanOrEqual(6)
})

test('[OPS-RECIPES] Kubernetes: every pod is scraped and counts as ready when it can work; where pods are scaled, only the autoscaler sets their number', async () => {
  const manifests = parseAllDocuments(await readFile('deploy/kubernetes/oja.yaml', 'utf8')).map((one) =>
    one.toJS(),
  )
  const scaled = manifests.flatMap(({ kind, spec }) =>
    kind === 'HorizontalPodAutoscaler' ? [spec.scaleTargetRef.name] : [],
  )
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment')
  expect(deployments).toHaveLength(2)
  for (const { metadata, spec } of deployments) {
    const { annotations } = spec.template.metadata
    expect(annotations).toMatchObject({ 'prometheus.io/scrape': 'true', 'prometheus.io/path': '/metrics' })
    for (const { readinessProbe } of spec.template.spec.containers)
      expect(readinessProbe.httpGet.path, metadata.name).toBe('/readyz')
    expect('replicas' in spec, metadata.name).toBe(!scaled.includes(metadata.name))
  }
})

test('[OPS-RECIPES] no container is given up while a migration builds an index for some minutes', async () => {
  const manifests = parseAllDocuments(await readFile('deploy/kubernetes/oja.yaml', 'utf8')).map((one) =>
    one.toJS(),
  )
  const probes = manifests
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap(({ spec }) =>
      spec.template.spec.containers.flatMap((one: { startupProbe?: object }) => one.startupProbe ?? []),
    )
  const seconds = probes.map(({ periodSeconds, failureThreshold }) => periodSeconds * failureThreshold)
  const [, minutes] = /--start-period=(\d+)m /.exec(await readFile('deploy/Dockerfile', 'utf8')) ?? []
  expect(Math.min(...seconds, Number(minutes) * 60)).toBeGreaterThanOrEqual(1800)
})

test('[OPS-RECIPES] nginx: requests with the production session cookie bypass the cache; /metrics is not proxied', async () => {
  const conf = await readFile('deploy/nginx.conf', 'utf8')
  const [, pattern = ''] = /map \$http_cookie \$oja_signed_in \{[^}]*"~([^"]+)" 1;/.exec(conf) ?? []
  const cookie = sessionCookie.nameFor({ NODE_ENV: 'production' })
  expect(`theme=dark; ${cookie}=token`).toMatch(new RegExp(pattern))
  expect(`theme=dark; other${cookie}=token`).not.toMatch(new RegExp(pattern))
  expect(conf).toContain('proxy_cache_bypass $oja_signed_in;')
  expect(conf).toMatch(/location = \/metrics \{\s*return 404;/)
})

test.runIf(hasNginx())(
  '[OPS-RECIPES] nginx: while Oja restarts, a page says so and loads again by itself; a call of the API is refused as before',
  async () => {
    const [port] = await freePorts(1)
    const nobody = `http://127.0.0.1:${port}`
    const file = { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from('') }
    const nginx = await startNginx(nobody, file)
    try {
      const ask = async (path: string): Promise<IncomingMessage & { body: string }> => {
        const [answer] = await once(get(`${nginx.origin}${path}`, { rejectUnauthorized: false }), 'response')
        return Object.assign(answer, { body: await text(answer) })
      }
      const page = await ask('/listings/7')
      expect(page.statusCode).toBe(503)
      expect(page.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'retry-after': '5',
        'cache-control': 'no-store',
      })
      expect(page.body).toContain('<meta http-equiv="refresh" content="5">')
      expect((await ask('/api/listings')).statusCode).toBe(502)
    } finally {
      await nginx.stop()
    }
  },
)

const hasCaddy = spawnSync('caddy', ['version']).status === 0

test.runIf(hasCaddy)(
  '[OPS-RECIPES] Caddy: of two addresses only the one that answers gets requests, writes too',
  async () => {
    const oja = createServer((request, response) => response.end(request.method)).listen(0, '127.0.0.1')
    await once(oja, 'listening')
    const [port, nobody] = await freePorts(2)
    // Without certificates.
    const [site = ''] = (await readFile('deploy/Caddyfile', 'utf8'))
      .replace('{$DOMAIN:oja.example}', `http://127.0.0.1:${port}`)
      .split('# Pages are redirected')
    await writeFile(join(root, 'etc/Caddyfile'), `{\n\tadmin off\n}\n${site}`)
    const caddy = spawn('caddy', ['run', '--config', join(root, 'etc/Caddyfile')], {
      env: { ...environment, OJA: `127.0.0.1:${(oja.address() as AddressInfo).port} 127.0.0.1:${nobody}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    try {
      // The first check of the address that answers nothing.
      for await (const line of createInterface(caddy.stderr)) if (line.includes('health_checker')) break
      const answers = Array.from({ length: 20 }, async () =>
        (await fetch(`http://127.0.0.1:${port}/api/listings`, { method: 'POST', body: '{}' })).text(),
      )
      expect(new Set(await Promise.all(answers))).toEqual(new Set(['POST']))
    } finally {
      caddy.kill()
      await once(caddy, 'close')
      oja.close()
    }
  },
)

test('[OPS-RECIPES] nginx logs no position of a visitor, signed link or address that an administrator looks for, also not as the page from which a request came or to which a login leads', async () => {
  const conf = await readFile('deploy/nginx.conf', 'utf8')
  const [, pattern = ''] =
    /map "\$request_uri \$http_referer" \$oja_logged \{[^}]*"~([^"]+)" 0;/.exec(conf) ?? []
  const isUnlogged = (request: string) => new RegExp(pattern).test(request)
  const page = 'https://oja.example/listings?search=lamp&near=6.60%2C3.35'
  expect(isUnlogged(`/api/listings?near=6.60%2C3.35&sortBy=near `)).toBe(true)
  expect(isUnlogged(`/media/photos/1/640.webp ${page}`)).toBe(true)
  for (const path of ['/meeting', '/renew', '/appeal', '/unsubscribe', '/api/meetings/by-link'])
    expect(isUnlogged(`${path}?token=x7Jq `)).toBe(true)
  expect(isUnlogged('/api/site https://oja.example/meeting?token=x7Jq')).toBe(true)
  expect(isUnlogged('/login?next=/listings%3Fsearch%3Dlamp%26near%3D6.60%252C3.35 ')).toBe(true)
  expect(isUnlogged('/admin?tab=users&q=ada%40example.com ')).toBe(true)
  expect(isUnlogged('/login?next=/favorites https://oja.example/')).toBe(false)
  expect(isUnlogged('/listings?search=near https://oja.example/')).toBe(false)
  expect(conf).toContain('if=$oja_logged;')
})

test('[OPS-RECIPES] nginx starts on any Linux: the folder around its cache exists, and no zone has two uses', async () => {
  const conf = await readFile('deploy/nginx.conf', 'utf8')
  // It creates the folder of the cache, but not the one around it: Debian has no /var/cache/nginx.
  const [, cache = ''] = /proxy_cache_path (\S+)/.exec(conf) ?? []
  expect(dirname(cache)).toBe('/var/cache')
  // One zone of shared memory has one use: nginx refuses to start otherwise.
  const zones = [...conf.matchAll(/(?:keys_zone=|shared:)(\w+):/g)].map(([, name]) => name)
  expect(new Set(zones).size).toBe(zones.length)
})
