import { execFileSync } from 'node:child_process'
import {
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
    writeFileSync(`${root}/node_modules/${name}/bin/node`, '')
    writeFileSync(`${root}/node_modules/${name}/package.json`, JSON.stringify({ name, ...systems }))
  }
  link()
}
const link = () =>
  execFileSync(process.execPath, [fileURLToPath(new URL('link-node.mjs', import.meta.url))], { cwd: root })
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

test('[START-NODE] what an older Node may lack is imported after the check of its version', () => {
  for (const name of ['start', 'worker', 'dev', 'run-command', 'admin', 'backup', 'restore', 'mail']) {
    const source = readFileSync(new URL(`${name}.mjs`, import.meta.url), 'utf8')
    const imported = [...source.matchAll(/^import (?:.* from )?'(.*)'$/gm)].map(([, from]) => from)
    expect(['./check-node.mjs', './run-command.mjs'], name).toContain(imported[0])
    expect(['node:child_process', 'node:url'], name).toEqual(expect.arrayContaining(imported.slice(1)))
  }
})
