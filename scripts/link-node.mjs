/**
 * `postinstall`: makes Oja's own Node the one that npm's scripts find, `node_modules/.bin/node`. npm 11.6.4 and newer do so by themselves;
 * older ones, such as those of Node 20 and 22, delete that link when they leave out the packages for other systems, whose program has
 * the same name. Runs on Node 20.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const isWindows = process.platform === 'win32'
const link = `node_modules/.bin/${isWindows ? 'node.cmd' : 'node'}`

/** The installed package that has Node for this system; none where npm was told to leave out optional packages. */
const own = Object.keys(read('package.json').optionalDependencies)
  .filter((name) => name.startsWith('node-') && existsSync(`node_modules/${name}/package.json`))
  .map((name) => read(`node_modules/${name}/package.json`))
  .find(({ os, cpu }) => [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch))

if (own && !existsSync(link)) {
  mkdirSync('node_modules/.bin', { recursive: true })
  // One that leads nowhere any more.
  rmSync(link, { force: true })
  if (isWindows) writeFileSync(link, `@"%~dp0..\\${own.name}\\bin\\node.exe" %*\r\n`)
  else symlinkSync(`../${own.name}/bin/node`, link)
}
