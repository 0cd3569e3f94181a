import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

let root = ''
beforeEach(() => {
  root = mkdtempSync(`${tmpdir()}/oja-link-node-`)
})
afterEach(() => rmSync(root, { recursive: true }))

const { platform, arch } = process
const other = platform === 'darwin' ? 'linux' : 'darwin'

/** Makes a project with these packages installed, and runs what npm runs after it. */
function install(packages: Record<string, { os: string; cpu: string }>): void {
  writeFileSync(`${root}/package.json`, JSON.stringify({ optionalDependencies: packages }))
  for (const [name, systems] of Object.entries(packages)) {
    mkdirSync(`${root}/node_modules/${name}/bin`, { recursive: true })
    writeFileSync(`${root}/node_modules/${name}/bin/node`, '#!/bin/sh\necho "$@" >> again', { mode: 0o755 })
    const bin = { node: 'bin/node' }
    writeFileSync(`${root}/node_modules/${name}/package.json`, JSON.stringify({ name, bin, ...systems }))
  }
  link()
}
/** Runs the script as an npm that runs on this Node. */
function link(node = '24.21.0') {
  const script = fileURLToPath(new URL('link-node.mjs', import.meta.url))
  const env = {
    ...process.env,
    npm_config_user_agent: `npm/10.1.0 node/v${node} linux x64`,
    npm_execpath: '/npm-cli.js',
  }
  execFileSync(process.execPath, [script], { cwd: root, env })
}
const linked = () => readlinkSync(`${root}/node_modules/.bin/node`)

test('[START-NODE] npm’s scripts find the Node for this system, also where npm deleted its link; a link of npm stays', () => {
  install({ 'node-other': { os: other, cpu: arch }, 'node-own': { os: platform, cpu: arch } })
  expect(linked()).toBe('../node-own/bin/node')
  link()
  expect(linked()).toBe('../node-own/bin/node')
})

test('[START-NODE] a link to a package that is gone is made anew', () => {
  mkdirSync(`${root}/node_modules/.bin`, { recursive: true })
  symlinkSync('../node-gone/bin/node', `${root}/node_modules/.bin/node`)
  install({ 'node-own': { os: platform, cpu: arch } })
  expect(linked()).toBe('../node-own/bin/node')
})

test('[START-NODE] without a Node for this system none is linked', () => {
  install({ 'node-other': { os: other, cpu: arch }, 'node-sparc': { os: platform, cpu: 'sparc' } })
  expect(linked).toThrow('ENOENT')
})

test('[START-NODE] where npm left out native parts for its own Node’s age, it installs again on Oja’s Node', () => {
  install({ 'node-own': { os: platform, cpu: arch } })
  for (const node of ['20.19.0', '22.12.0', '24.0.0', '26.1.0']) link(node)
  expect(existsSync(`${root}/again`)).toBe(false)
  for (const node of ['20.9.0', '20.18.3', '21.7.0', '22.11.0']) link(node)
  expect(readFileSync(`${root}/again`, 'utf8')).toBe('/npm-cli.js ci\n'.repeat(4))
})

test('[START-NODE] what an older Node may lack is imported after the check of its version', () => {
  for (const name of ['start', 'worker', 'dev', 'run-command', 'admin', 'backup', 'restore', 'mail']) {
    const source = readFileSync(new URL(`${name}.mjs`, import.meta.url), 'utf8')
    const imported = [...source.matchAll(/^import (?:.* from )?'(.*)'$/gm)].map(([, from]) => from)
    expect(['./check-node.mjs', './run-command.mjs'], name).toContain(imported[0])
    expect(['node:child_process', 'node:url'], name).toEqual(expect.arrayContaining(imported.slice(1)))
  }
})
