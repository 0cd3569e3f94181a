/** Builds the pages (the browser's bundle with compressed copies, and the renderer) and the server. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { buildServer } from './build-server.mjs'
import { buildServiceWorker } from './build-service-worker.mjs'
import { buildOnce } from './build-state.mjs'
import { deleteOldFiles } from './delete-old-files.mjs'

const compressible = /\.(js|css|svg|html|txt|webmanifest|json)$/

await buildOnce(
  {
    async pages() {
      await build({ configLoader: 'native', logLevel: 'warn' })
      await build({ configLoader: 'native', logLevel: 'warn', build: { ssr: 'web/entry-server.tsx' } })
      await buildServiceWorker()
      await deleteOldFiles('dist/web')
      await compressFolder('dist/web')
    },
    server: buildServer,
  },
  !process.argv.includes('--if-needed'),
)

/**
 * Writes a .br and a .gz beside each text file of 256 bytes or more, so that serving needs no compression. Files of earlier builds have
 * them.
 */
async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = `${parentPath}/${name}`
      if ((await timeOf(`${path}.gz`)) >= (await timeOf(path))) return
      const bytes = await readFile(path)
      if (bytes.length < 256) return
      const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, brotliOptions))
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}

/** Milliseconds since the epoch of a file's last change; 0 if there is none. */
async function timeOf(path) {
  return (await stat(path).catch(() => ({ mtimeMs: 0 }))).mtimeMs
}
