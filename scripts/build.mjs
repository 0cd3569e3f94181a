/** Builds the pages (the browser's bundle with compressed copies, and the renderer) and the server. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { buildServer } from './build-server.mjs'
import { buildServiceWorker } from './build-service-worker.mjs'
import { buildOnce } from './build-state.mjs'

const compressible = /\.(js|css|svg|html|txt|webmanifest|json)$/

await buildOnce(
  {
    async pages() {
      await build({ configLoader: 'native', logLevel: 'warn' })
      await build({ configLoader: 'native', logLevel: 'warn', build: { ssr: 'web/entry-server.tsx' } })
      await buildServiceWorker()
      await compressFolder('dist/web')
    },
    server: buildServer,
  },
  !process.argv.includes('--if-needed'),
)

/**
 * Writes a .br and a .gz beside each text file of 256 bytes or more, so that serving needs no compression.
 */
async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const bytes = await readFile(`${parentPath}/${name}`)
      if (bytes.length < 256) return
      const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
      await writeFile(`${parentPath}/${name}.br`, await promisify(brotliCompress)(bytes, brotliOptions))
      await writeFile(`${parentPath}/${name}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}
