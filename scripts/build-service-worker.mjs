/** Builds web/service-worker/ into dist/web/sw.js: one file that contains the precache list. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { build } from 'vite'
import { endpointFacts } from './endpoint-facts-plugin.ts'

const web = 'dist/web'

/**
 * Sources of the pages that work offline: the frame, the offline page, a listing, notices, toasts, and a
 * listing's dialogs.
 */
const sources = [
  'web/entry-first.ts',
  'web/entry-client.tsx',
  'web/pages/offline.tsx',
  'web/pages/listing-detail.tsx',
  'web/features/listings/detail/listing-not-loaded.tsx',
  'web/app/notices.tsx',
  'web/app/update.ts',
  'web/app/update-notice.tsx',
  'web/ui/toaster.tsx',
  'web/ui/login-required-dialog.tsx',
  'web/features/reports/report-dialog.tsx',
  'web/features/reviews/review-dialog.tsx',
  'web/features/questions/ask-form.tsx',
  'web/features/questions/answer-controls.tsx',
  'web/features/questions/questions-switch.tsx',
  'web/features/catalogue/filters-form.tsx',
]
const publicFiles = ['favicon.svg', 'icon-192.png']

/** Needs both bundles of the pages in dist/. */
export async function buildServiceWorker() {
  const manifest = JSON.parse(await readFile(`${web}/.vite/manifest.json`, 'utf8'))
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [endpointFacts()],
    define: {
      __PRECACHE__: JSON.stringify(await precacheList(manifest)),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: web,
      emptyOutDir: false,
      target: ['chrome106', 'safari16.4', 'firefox114'],
      rolldownOptions: {
        input: 'web/service-worker/service-worker.ts',
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}

/** Files with a hash in their name need no revision; for the others it is the hash of their content. */
async function precacheList(manifest) {
  const files = new Set(sources.flatMap((source) => [...filesOf(manifest, source)]))
  for (const { file } of Object.values(manifest)) if (file.endsWith('.woff2')) files.add(file)
  const hashed = [...files].sort().map((file) => ({ url: `/${file}`, revision: null }))
  const others = publicFiles.map(async (file) => ({
    url: `/${file}`,
    revision: await revisionOf(`${web}/${file}`),
  }))
  // Its revision covers everything that the server renders it from.
  const offline = await revisionOf(`${web}/.vite/manifest.json`, 'dist/render/entry-server.js')
  return [...hashed, ...(await Promise.all(others)), { url: '/offline', revision: offline }]
}

/** The files of a chunk and its static imports, with their styles. */
function filesOf(manifest, key, seen = new Set()) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`${key} is not in the manifest of the build.`)
  if (seen.has(chunk.file)) return seen
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen)
  return seen
}

async function revisionOf(...paths) {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(await readFile(path))
  return hash.digest('hex').slice(0, 16)
}
