import { readFileSync } from 'node:fs'

/**
 * What a visitor's browser gets before the first touch: the entry, the page, and all that they import statically, as brotli.
 * 130 KB is the promise of docs/decisions; home, browse and a listing keep well below it so that it stays kept.
 */
const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'))

function filesOf(key, seen = new Set()) {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(imported, seen)
  return seen
}

function scripts(page) {
  const files = new Set([...filesOf('web/entry-client.tsx'), ...filesOf(`web/pages/${page}.tsx`)])
  return [...files].map((file) => `dist/web/${file}`)
}

const limits = {
  home: '110 KB',
  browse: '110 KB',
  'listing-detail': '110 KB',
  profile: '110 KB',
  login: '150 KB',
  sell: '165 KB',
}

export default [
  ...Object.entries(limits).map(([page, limit]) => ({
    name: page,
    path: scripts(page),
    limit,
    brotli: true,
  })),
  { name: 'service worker', path: 'dist/web/sw.js', limit: '10 KB', brotli: true },
  { name: 'styles', path: 'dist/web/assets/entry-client-*.css', limit: '16 KB', brotli: true },
]
