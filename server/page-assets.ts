import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import { AppError } from '#shared/errors.ts'
import type { PageAssets, PageRenderer } from '#shared/page-renderer.ts'
import type { App } from './context.ts'
import { root } from './lib/root.ts'
import { StartupError } from './lib/startup-error.ts'

export interface Pages {
  renderer: PageRenderer
  assets: PageAssets
  /** The last change to the document: hot reload adds its scripts. */
  finish(url: string, html: string): Promise<string>
}

interface ManifestChunk {
  file: string
  src?: string
  imports?: string[]
  css?: string[]
  assets?: string[]
}

/** The pages made by `npm run build`, and their files. Throws StartupError if there are none. */
export async function builtPages(app: App): Promise<() => Promise<Pages>> {
  const folder = new URL('dist/web/', root)
  const bundle = new URL('dist/render/entry-server.js', root)
  if (!existsSync(bundle))
    throw new StartupError('The pages are not built.', 'Run `npm run build`, or start by `npm start`.')
  const options = {
    preCompressed: true,
    index: false,
    // The ETag suffices and nobody requests ranges: these bytes would be sent with each of thirty files.
    lastModified: false,
    acceptRanges: false,
    setHeaders(reply, path) {
      reply.header('cache-control', cachingOf(path))
      if (/\.svg(\.br|\.gz)?$/.test(path)) reply.header('content-type', 'image/svg+xml; charset=utf-8')
    },
  } satisfies Partial<FastifyStaticOptions>
  // One route for hundreds of files; those beside them have one each, since `/*` is a page.
  await app.register(
    async (scope) => {
      scope.setNotFoundHandler(async () => {
        throw new AppError('NOT_FOUND', 'This file is of another version. Please load the page again.')
      })
      const root = fileURLToPath(new URL('assets/', folder))
      await scope.register(fastifyStatic, { ...options, root, decorateReply: false })
    },
    { prefix: '/assets' },
  )
  await app.register(fastifyStatic, {
    ...options,
    root: fileURLToPath(folder),
    wildcard: false,
    globIgnore: ['assets/**'],
  })

  const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', folder), 'utf8')) as Record<
    string,
    ManifestChunk
  >
  const assets = readManifest(manifest)
  let loading: Promise<Pages> | undefined
  async function load(): Promise<Pages> {
    const renderer = (await import(bundle.href)) as PageRenderer
    await renderer.loadPages()
    return { renderer, assets, finish: async (_, html) => html }
  }
  // A hundred modules: loaded after the first requests, or when the first page is requested.
  const loadOnce = () => {
    loading ??= load()
    return loading
  }
  app.addHook('onListen', async () => {
    setTimeout(() => void loadOnce().catch(() => {}), loadAfter).unref()
  })
  return loadOnce
}

/** Milliseconds after which the pages' code is loaded even without a request for a page. */
const loadAfter = 300

/** Hashed files never change; the service worker must never be an old one. */
function cachingOf(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  return /[/\\]sw\.js(\.br|\.gz)?$/.test(path) ? 'no-cache' : 'public, max-age=3600'
}

function readManifest(manifest: Record<string, ManifestChunk>): PageAssets {
  const entryKey = 'web/entry-client.tsx'
  const entry = manifest[entryKey]
  if (!entry) throw new StartupError('The built pages are incomplete.', 'Run `npm run build`.')

  /** A chunk and its static imports, in loading order, without the entry itself. */
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
  const stylesBySource = new Map(
    Object.keys(manifest).map((key) => [
      key,
      [...new Set([entryKey, ...entryFiles, ...closure(key)])].flatMap((part) =>
        (manifest[part]?.css ?? []).map((file) => `/${file}`),
      ),
    ]),
  )
  const fonts = Object.values(manifest)
    .map((chunk) => chunk.file)
    .filter((file) => file.endsWith('.woff2') && !file.includes('dots'))
  return {
    styles: (source) => stylesBySource.get(source) ?? stylesBySource.get(entryKey) ?? [],
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
  // Before the server closes, which waits for the connections of hot reload.
  app.addHook('preClose', () => vite.close())
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/') || request.url.startsWith('/media/')) return
    await new Promise<void>((resolve) => {
      vite.middlewares(request.raw, reply.raw, () => resolve())
      reply.raw.once('finish', () => resolve())
    })
    if (reply.raw.writableEnded) reply.hijack()
  })
  const assets: PageAssets = {
    styles: () => ['/web/app/styles.css?direct'],
    fonts: [],
    entry: '/web/entry-client.tsx',
    first: '/web/entry-first.ts',
    preloads: () => [],
  }
  return async () => {
    const renderer = (await vite.ssrLoadModule('/web/entry-server.tsx')) as PageRenderer
    await renderer.loadPages()
    return { renderer, assets, finish: (url, html) => vite.transformIndexHtml(url, html) }
  }
}
