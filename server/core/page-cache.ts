import { LRUCache } from 'lru-cache'
import type { Contract } from '#shared/contract/index.ts'
import type { App } from '../context.ts'

/** A rendered page as it goes over the wire. */
export interface CachedPage {
  status: number
  body: Buffer
  /** Where a redirect leads. */
  location?: string | undefined
}

export interface PageCache {
  /** The page of this key: kept, being made for somebody else, or made now. Failures (5xx) are not kept. */
  get(key: string, make: () => Promise<CachedPage>): Promise<CachedPage & { etag: string }>
  /** Something that pages show has changed: all are made anew. */
  clear(): void
}

/** Bytes of compressed pages. */
const capacity = 64 * 1024 * 1024

/**
 * Visitors' pages, kept for `lifetime` seconds and until the next write; one that many ask for at once is made once.
 * What changes without a write of this process (views, featured listings that expire) shows after the lifetime.
 */
export function createPageCache(lifetime: number, now = () => performance.now()): PageCache {
  const pages = new LRUCache<string, CachedPage & { etag: string }>({
    maxSize: capacity,
    sizeCalculation: ({ body }, key) => body.length + key.length * 2 + 200,
    ttl: Math.max(1, lifetime * 1000),
    ttlResolution: 0,
    perf: { now },
  })
  const making = new Map<string, Promise<CachedPage & { etag: string }>>()
  const started = Date.now().toString(36)
  let count = 0
  let generation = 0

  async function make(key: string, render: () => Promise<CachedPage>) {
    const begun = generation
    try {
      count += 1
      const page = { etag: `W/"${started}-${count.toString(36)}"`, ...(await render()) }
      if (generation === begun && page.status < 500 && lifetime > 0) pages.set(key, page)
      return page
    } finally {
      if (generation === begun) making.delete(key)
    }
  }

  return {
    async get(key, render) {
      const kept = pages.get(key) ?? making.get(key)
      if (kept) return kept
      const page = make(key, render)
      making.set(key, page)
      return page
    },
    clear() {
      generation += 1
      pages.clear()
      making.clear()
    },
  }
}

/** Writes that no visitor's page shows. Every other one clears the pages: forgetting one here costs time, never truth. */
const unseen: ReadonlySet<string> = new Set<keyof Contract>([
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/register-email',
  'POST /api/auth/resend-verification',
  'POST /api/auth/forgot-password',
  'POST /api/blocks',
  'DELETE /api/blocks/:id',
  'POST /api/favorites',
  'DELETE /api/favorites/:id',
  'POST /api/listings/:id/view',
  'POST /api/threads',
  'POST /api/threads/:id/messages',
  'POST /api/threads/:id/read',
  'POST /api/uploads',
  'POST /api/reports',
])

/** Clears the pages before a write is answered, so that whoever wrote sees it wherever they look next. */
export function clearAtWrites(app: App, pages: PageCache): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { endpoint } = request.routeOptions.config as { endpoint?: string }
    if (endpoint && request.method !== 'GET' && !unseen.has(endpoint) && reply.statusCode < 400) pages.clear()
    done(null, payload)
  })
}
