import { readFileSync } from 'node:fs'

/**
 * What a visitor's browser gets before the first touch: the first script, the entry, the page, and all that they import
 * statically, as brotli. budgets.json has the limits; tests/e2e/light-pages.spec.ts holds the whole pages to theirs.
 */
const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'))
const budgets = JSON.parse(readFileSync('budgets.json', 'utf8'))

function filesOf(key, seen = new Set()) {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(imported, seen)
  return seen
}

function scripts(page) {
  const sources = ['web/entry-first.ts', 'web/entry-client.tsx', `web/pages/${page}.tsx`]
  return [...new Set(sources.flatMap((source) => [...filesOf(source)]))].map((file) => `dist/web/${file}`)
}

export default [
  ...Object.entries(budgets.scripts).map(([page, limit]) => ({
    name: page,
    path: scripts(page),
    limit: `${limit} KB`,
    brotli: true,
  })),
  { name: 'service worker', path: 'dist/web/sw.js', limit: `${budgets.serviceWorker} KB`, brotli: true },
  {
    name: 'styles',
    path: manifest['web/entry-client.tsx'].css.map((file) => `dist/web/${file}`),
    limit: `${budgets.styles} KB`,
    brotli: true,
  },
]
