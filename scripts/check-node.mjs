/**
 * Imported first by the scripts that need Oja's Node version: exits with one line if the running Node is too
 * old. What that Node may lack is imported dynamically after it: a static import would end the script before, with an error that says nothing.
 */
import { existsSync } from 'node:fs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 7)) {
  const own = existsSync(new URL('../node_modules/.bin/node', import.meta.url))
  console.error(
    `Oja needs Node 24.7 or newer; this is ${process.versions.node}. ` +
      (own
        ? 'Start it by its npm script (npm start), which uses the Node that npm installed with it.'
        : 'Run "npm ci" without leaving out optional packages, which installs one where it can; else install Node 24.'),
  )
  process.exit(1)
}
if (!existsSync(new URL('../node_modules/fastify', import.meta.url))) {
  console.error('Oja\'s packages are not installed. Run "npm ci" first.')
  process.exit(1)
}
