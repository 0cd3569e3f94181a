/**
 * `postinstall`: makes Oja's own Node the one that npm's scripts find, `node_modules/.bin/node`. npm 11.6.4 and newer do so by themselves;
 * older ones, such as those of Node 20 and 22, delete that link when they leave out the packages for other systems, whose program has
 * the same name. Runs on Node 20.9.
 */
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const isWindows = process.platform === 'win32'
const link = `node_modules/.bin/${isWindows ? 'node.cmd' : 'node'}`

/** The installed package that has Node for this system; none where npm was told to leave out optional packages. */
const own = Object.keys(read('package.json').optionalDependencies)
  .filter((name) => name.startsWith('node-') && existsSync(`node_modules/${name}/package.json`))
  .map((name) => read(`node_modules/${name}/package.json`))
  .find(({ os, cpu }) => [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch))

if (own) {
  if (!existsSync(link)) makeLink()
  if (leavesOutNativeParts()) installAgain()
}

function makeLink() {
  mkdirSync('node_modules/.bin', { recursive: true })
  // One that leads nowhere any more.
  rmSync(link, { force: true })
  if (isWindows) writeFileSync(link, `@"%~dp0..\\${own.name}\\bin\\node.exe" %*\r\n`)
  else symlinkSync(`../${own.name}/bin/node`, link)
}

/** Whether npm runs on a Node that is older than the native parts of Vite (20.19, 22.12) and sharp (20.9) ask for: it leaves those out. */
function leavesOutNativeParts() {
  const [, major, minor] = (/ node\/v(\d+)\.(\d+)/.exec(process.env.npm_config_user_agent) ?? []).map(Number)
  return major < 20 || major === 21 || (major === 20 && minor < 19) || (major === 22 && minor < 12)
}

/**
 * The same npm installs all again on a copy of Oja's own Node, since it deletes node_modules before. It runs this script, too, and then
 * names that Node.
 */
function installAgain() {
  console.log(
    'npm left out packages that ask for a newer Node. It installs again, with the Node that came along.',
  )
  const folder = mkdtempSync(join(tmpdir(), 'oja-node-'))
  const node = join(folder, own.bin.node.replace('bin/', ''))
  const { npm_config_user_agent: _, ...env } = process.env
  try {
    copyFileSync(`node_modules/${own.name}/${own.bin.node}`, node)
    execFileSync(node, [env.npm_execpath, 'ci'], { stdio: 'inherit', env })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
