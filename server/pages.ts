import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { Answer } from '#shared/client.ts'
import { AppError } from '#shared/errors.ts'
import type { App } from './context.ts'
import { StartupError } from './startup-error.ts'

const root = new URL('../', import.meta.url)

/** What web/entry-server.tsx exports; known here by shape only, since the bundle is loaded by path. */
interface Renderer {
  loadPages(): Promise<void>
  render(request: {
    url: string
    isVisitor: boolean
    get(url: string): Promise<Answer>
    assets: Assets
    theme: 'light' | 'dark' | null
    saver: boolean
    origin: string
  }): Promise<{ redirect: string } | { status: number; html: string; signedIn: boolean }>
}

interface Assets {
  styles: string[]
  fonts: string[]
  entry: string
  /** Starts the entry later, where the page can do without it until then. */
  first: string
  /** Scripts that a page's source file needs besides the entry. */
  preloads(source: string): string[]
}

export interface Pages {
  renderer: Renderer
  assets: Assets
  /** Last touch to the document: hot reload adds its scripts. */
  finish(url: string, html: string): Promise<string>
}

interface ManifestChunk {
  file: string
  src?: string
  imports?: string[]
  css?: string[]
  assets?: string[]
}

/** The pages as `npm run build` made them, and their files. Throws StartupError where there are none. */
export async function builtPages(app: App): Promise<() => Promise<Pages>> {
  const folder = new URL('dist/web/', root)
  const bundle = new URL('dist/render/entry-server.js', root)
  if (!existsSync(bundle))
    throw new StartupError('The pages are not built.', 'Run `npm run build`, or start by `npm start`.')
  await app.register(fastifyStatic, {
    root: fileURLToPath(folder),
    wildcard: false,
    preCompressed: true,
    index: false,
    // Their tag says the same, and nobody asks for a part of one: bytes that each of thirty files would carry.
    lastModified: false,
    acceptRanges: false,
    setHeaders(reply, path) {
      reply.header('cache-control', cachingOf(path))
      if (/\.svg(\.br|\.gz)?$/.test(path)) reply.header('content-type', 'image/svg+xml; charset=utf-8')
    },
  })
  app.get('/assets/*', async () => {
    throw new AppError('NOT_FOUND', 'This file is of another version. Please load the page again.')
  })

  const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', folder), 'utf8')) as Record<
    string,
    ManifestChunk
  >
  const renderer = (await import(bundle.href)) as Renderer
  await renderer.loadPages()
  const pages = { renderer, assets: readManifest(manifest), finish: async (_: string, html: string) => html }
  return async () => pages
}

/** Hashed files never change; the service worker must never be an old one. */
function cachingOf(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  return /[/\\]sw\.js(\.br|\.gz)?$/.test(path) ? 'no-cache' : 'public, max-age=3600'
}

function readManifest(manifest: Record<string, ManifestChunk>): Assets {
  const entryKey = 'web/entry-client.tsx'
  const entry = manifest[entryKey]
  if (!entry) throw new StartupError('The built pages are incomplete.', 'Run `npm run build`.')

  /** A chunk and all that it imports statically, in loading order, without the entry itself. */
  function closure(key: string, seen = new Set<string>()): Set<string> {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return seen
    if (key !== entryKey) seen.add(key)
    for (const imported of chunk.imports ?? []) closure(imported, seen)
    return seen
  }
  const files = (keys: Iterable<string>) => [...keys].map((key) => `/${manifest[key]?.file}`)
  const entryFiles = closure(entryKey)
  const preloadsBySource = new Map(
    Object.keys(manifest).map((key) => [key, files(new Set([...entryFiles, ...closure(key)]))]),
  )
  const fonts = Object.values(manifest)
    .map((chunk) => chunk.file)
    .filter((file) => file.endsWith('.woff2') && !file.includes('dots'))
  return {
    styles: (entry.css ?? []).map((file) => `/${file}`),
    fonts: fonts.map((file) => `/${file}`),
    entry: `/${entry.file}`,
    first: `/${manifest['web/entry-first.ts']?.file}`,
    preloads: (source) => preloadsBySource.get(source) ?? files(entryFiles),
  }
}

/** The pages from their sources, with hot reload. */
export async function sourcePages(app: App): Promise<() => Promise<Pages>> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'custom',
  })
  // Before the server closes: it waits for the connections of hot reload.
  app.addHook('preClose', () => vite.close())
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/') || request.url.startsWith('/media/')) return
    await new Promise<void>((resolve) => {
      vite.middlewares(request.raw, reply.raw, () => resolve())
      reply.raw.once('finish', () => resolve())
    })
    if (reply.raw.writableEnded) reply.hijack()
  })
  const assets: Assets = {
    styles: ['/web/app/styles.css?direct'],
    fonts: [],
    entry: '/web/entry-client.tsx',
    first: '/web/entry-first.ts',
    preloads: () => [],
  }
  return async () => {
    const renderer = (await vite.ssrLoadModule('/web/entry-server.tsx')) as Renderer
    await renderer.loadPages()
    return { renderer, assets, finish: (url, html) => vite.transformIndexHtml(url, html) }
  }
}
