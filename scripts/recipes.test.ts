import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'

// What docs/operations.md and deploy/systemd tell operators to run is run here as it stands there, with the folders of a machine
// replaced by temporary ones.
const repository = process.cwd()
let root: string
let environment: Record<string, string>

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'oja-recipes-'))
  for (const folder of ['backups', 'data', 'etc', 'work']) await mkdir(join(root, folder))
  const settings = await readFile('deploy/systemd/oja.env', 'utf8')
  await writeFile(
    join(root, 'etc/oja.env'),
    placed(settings)
      .replace('MAIL_FROM=Oja <no-reply@oja.example>', 'MAIL_FROM=Oja <no-reply@example.com>')
      .replace('SUPPORT_EMAIL=help@oja.example', 'SUPPORT_EMAIL=people@example.com'),
  )
  environment = { PATH: process.env.PATH ?? '', HOME: root }
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** The same text with this machine's folders. */
function placed(text: string): string {
  return text
    .replaceAll('/opt/oja/node_modules/.bin/node', process.execPath)
    .replaceAll('/var/backups/oja', join(root, 'backups'))
    .replaceAll('/var/lib/oja', join(root, 'data'))
    .replaceAll('/etc/oja/', join(root, 'etc/'))
    .replaceAll('/opt/oja', repository)
}

function shell(script: string, cwd: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile('sh', ['-ec', script], { cwd, env: environment }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

/** The lines of a section's first block of commands, without what follows a #. */
async function commandsOf(section: string): Promise<string[]> {
  const text = await readFile('docs/operations.md', 'utf8')
  const [, rest = ''] = text.split(`\n## ${section}\n`)
  const [, block = ''] = /```\n([\s\S]*?)```/.exec(rest) ?? []
  return block.split('\n').flatMap((line) => line.replace(/ +# .*/, '').trim() || [])
}

/** The values of a key of a unit, in order. */
async function unit(file: string, key: string): Promise<string[]> {
  const lines = (await readFile(`deploy/systemd/${file}`, 'utf8')).split('\n')
  return lines.flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []))
}

/** Stand-ins for programs of encryption, which hand on what they get. */
const encryption =
  'cipher() { for last; do :; done; if [ -f "$last" ]; then cat "$last"; else cat; fi; }; age() { cipher "$@"; }; gpg() { cipher "$@"; }'

test('[OPS-RECIPES] the command of an administrator, as it is documented for systemd, reads the settings as they are shipped', async () => {
  const text = await readFile('docs/operations.md', 'utf8')
  const [, line = ''] = /^\| systemd \| `([^`]+)` \|/m.exec(text) ?? []
  expect(line).toContain('sudo -u oja npm run')
  const command = placed(line.replace('sudo -u oja ', '').replace('<e-mail>', 'nobody@example.com'))
  expect(await shell(command, root)).toEqual({
    code: 1,
    output: expect.stringMatching(/^There is no account with the e-mail nobody@example\.com\./),
  })
}, 60_000)

test('[OPS-RECIPES] the nightly unit backs up by the settings as they are shipped, and deletes what is older than 14 days', async () => {
  const old = join(root, 'backups/oja-2020-01-01T01-17-00.tar')
  await writeFile(old, '')
  await utimes(old, 0, 0)
  const [start = '', ...more] = await unit('oja-backup.service', 'ExecStart')
  const [sweep = ''] = await unit('oja-backup.service', 'ExecStartPost')
  expect(more).toEqual([])
  // systemd hands on its words as they are: no shell reads the star.
  for (const line of [start, sweep.replace('oja-*.tar', "'oja-*.tar'")])
    expect(await shell(placed(line), repository)).toEqual({ code: 0, output: expect.any(String) })
  expect(await readdir(join(root, 'backups'))).toEqual([expect.stringMatching(/^oja-2\d{3}-.*\.tar$/)])
}, 120_000)

test('[OPS-RECIPES] each command of "Backups" and "Restoring" does what it says', async () => {
  const [made = ''] = await readdir(join(root, 'backups'))
  const backups = await commandsOf('Backups')
  const restores = (await commandsOf('Restoring')).filter((line) => !line.startsWith('docker '))
  expect([backups.length, restores.length]).toEqual([3, 3])
  for (const [index, line] of [...backups, ...restores].entries()) {
    const command = placed(line)
      .replaceAll('<public key>', 'key')
      .replaceAll('<you>', 'you')
      .replaceAll('oja-<time>.tar', join(root, 'backups', made))
      .replaceAll('npm run', `npm --prefix ${repository} run`)
    const settings = `set -a; . ${join(root, 'etc/quoted.env')}; set +a`
    await writeFile(
      join(root, 'etc/quoted.env'),
      `DATA_DIR=${join(root, `data${index < 3 ? '' : `-${index}`}`)}\n`,
    )
    const { code, output } = await shell(`${settings}; ${encryption}\n${command}`, join(root, 'work'))
    expect({ line, code, output }).toEqual({ line, code: 0, output: expect.any(String) })
  }
  expect((await readdir(join(root, 'work'))).sort()).toEqual(['oja.tar.age', 'oja.tar.gpg'])
}, 240_000)

test('[OPS-RECIPES] what the first day copies is there, and each unit starts a script that is', async () => {
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
      /^\/opt\/oja\/node_modules\/\.bin\/node (scripts\/\w+\.mjs).* --settings (\S+)$/.exec(start) ?? []
    await expect(access(script), name).resolves.toBeUndefined()
    expect(settings).toBe('/etc/oja/oja.env')
  }
})

test('[OPS-RECIPES] compose: folders that are mounted from here are there, volumes are declared, the backup is made as by hand', async () => {
  const compose = parse(await readFile('deploy/compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, { volumes?: string[]; command?: string[] }>
    volumes: Record<string, null>
  }
  for (const { volumes = [] } of Object.values(compose.services))
    for (const [source = ''] of volumes.map((volume) => volume.split(':')))
      if (source.startsWith('./'))
        await expect(access(join('deploy', source)), source).resolves.toBeUndefined()
      else expect(compose.volumes).toHaveProperty(source)
  // An empty volume is the user's whom the image gives its folder: one that is mounted from the host would be root's.
  expect(await readFile('deploy/Dockerfile', 'utf8')).toContain(
    'install -d -o node -g node -m 0700 /data /backups',
  )
  const script = compose.services.backup?.command?.at(-1) ?? ''
  // One round of the loop, with stand-ins for what it runs.
  const round = `node() { echo "node $*"; }; find() { echo "find $*"; }; sleep() { echo "sleep $*"; exit 0; }\n${script}`
  expect((await shell(round, root)).output).toBe(
    'node scripts/backup.mjs /backups/\nfind /backups -name oja-*.tar -mtime +14 -delete\nsleep 86400\n',
  )
})
